/** YouTube's ids have eleven characters of base64url. */
const VIDEO_CODE = /^[\w-]{11}$/;
const HOSTS: ReadonlySet<string> = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const SHORT_HOST = 'youtu.be';
/** First segment of addresses that have the code as their second. */
const FOLDERS: ReadonlySet<string> = new Set(['embed', 'shorts', 'live', 'v']);

/** Returns the code that an address of YouTube contains. */
const codeInAddress = ({ hostname, pathname, searchParams }: URL): string | undefined => {
  const [first = '', second] = pathname.split('/').slice(1);
  if (hostname === SHORT_HOST) return first;
  if (!HOSTS.has(hostname)) return undefined;
  if (first === 'watch') return searchParams.get('v') ?? undefined;
  return FOLDERS.has(first) ? second : undefined;
};

/**
 * Returns the code of a YouTube video from the code itself or from a pasted address, with or without `https://`;
 * undefined for any other text.
 */
export const videoCodeOf = (text: string): string | undefined => {
  const given = text.trim();
  if (VIDEO_CODE.test(given)) return given;
  const address = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  const code = URL.canParse(address) ? codeInAddress(new URL(address)) : undefined;
  return code !== undefined && VIDEO_CODE.test(code) ? code : undefined;
};

/** Origin of YouTube's player without cookies; the only one that the app may show in a frame. */
export const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com';
