/** Whether this browser reads frames that come compressed. */
export const canInflate = 'DecompressionStream' in globalThis;

/**
 * A frame's JSON. What does not begin as JSON does is the raw DEFLATE of it in base64.
 * @throws TypeError for what is neither
 */
export const readFrame = (frame: string): string | Promise<string> => {
  if (frame.startsWith('[') || frame.startsWith('{')) return frame;
  const bytes = Uint8Array.from(atob(frame), (character) => character.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(inflated).text();
};

/**
 * Reads frames in the order in which they came, however long each takes. With one that cannot be read the reading ends:
 * what came after it would be understood without it.
 */
export const frameReader = (onText: (text: string) => void, onUnreadable: () => void) => {
  let reading = Promise.resolve();
  return (frame: string): void => {
    reading = reading.then(() => readFrame(frame)).then(onText);
    reading.catch(onUnreadable);
  };
};
