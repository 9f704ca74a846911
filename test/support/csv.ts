import Papa from 'papaparse';

/** A file as a spreadsheet reads it: one object for each row. */
export function readCsv(bytes: Uint8Array): Record<string, string>[] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  if (!text.startsWith('\ufeff')) throw new Error('The file does not say that it is UTF-8.');
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: true,
  });
  if (errors.length > 0) throw new Error(`Not a CSV file: ${JSON.stringify(errors[0])}`);
  if (meta.renamedHeaders) throw new Error(`Two columns have one name: ${JSON.stringify(meta.renamedHeaders)}`);
  return data;
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(chunks));
}
