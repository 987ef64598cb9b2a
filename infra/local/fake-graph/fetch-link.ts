import type { SentFile } from './graph-call.ts';

const TIMEOUT_MS = 10_000;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

/**
 * Fetches a file by the link in a send, as Meta does. Only addresses of this machine are fetched.
 * @returns undefined if the link gives no file
 */
export const fetchLink = async (link: string): Promise<SentFile | undefined> => {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (!LOOPBACK_HOSTS.has(url.hostname)) return undefined;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const name = url.pathname.split('/').at(-1) ?? '';
    return answer.ok ? { name, mimeType: answer.headers.get('content-type') ?? '', bytes } : undefined;
  } catch {
    return undefined;
  }
};
