/** What is in the window at the end of all redirects. */
export interface Page {
  readonly url: string;
  readonly html: string;
}

const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };

/** Opens a page, or presses a button of it. Null: it did not load. */
export async function visit(url: string, pressed?: string): Promise<Page | null> {
  let address = url;
  let init: RequestInit = pressed === undefined ? {} : { ...form, body: `do=${pressed}` };
  for (;;) {
    const response = await fetch(address, init).catch(() => null);
    if (!response) return null;
    const location = response.headers.get('location');
    if (location === null) return { url: address, html: await response.text() };
    address = new URL(location, address).href;
    init = {};
  }
}
