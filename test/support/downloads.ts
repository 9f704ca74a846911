import type { Shown } from '@sharj/local-telegram';
import type { World } from './world.ts';

/** A file as a person downloads it. `token`: of the bot that sent it. */
export async function download(
  { telegram }: World,
  { message }: Shown,
  token: string = telegram.token,
): Promise<Uint8Array> {
  const id = message.document?.file_id ?? message.photo?.at(-1)?.file_id;
  if (id === undefined) throw new Error('There is no file in this message.');
  const root = `${telegram.url}/bot${token}`;
  const asked = await fetch(`${root}/getFile?file_id=${id}`);
  const { result } = (await asked.json()) as { result: { file_path: string } };
  const answer = await fetch(`${telegram.url}/file/bot${token}/${result.file_path}`);
  if (!answer.ok) throw new Error(`The file cannot be had: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
