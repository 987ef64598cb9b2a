/** Whether this browser can decompress frames. */
export const canInflate = 'DecompressionStream' in globalThis;

/**
 * Returns a frame's JSON text. A frame that does not start like JSON is raw DEFLATE in base64.
 * @throws TypeError for a frame that is neither
 */
export const readFrame = (frame: string): string | Promise<string> => {
  if (frame.startsWith('[') || frame.startsWith('{')) return frame;
  const bytes = Uint8Array.from(atob(frame), (character) => character.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(inflated).text();
};

/**
 * Reads frames in order of arrival, regardless of their decompression times. Stops at an unreadable frame, because
 * later frames must not be applied without it.
 */
export const frameReader = (onText: (text: string) => void, onUnreadable: () => void) => {
  let reading = Promise.resolve();
  return (frame: string): void => {
    reading = reading.then(() => readFrame(frame)).then(onText);
    reading.catch(onUnreadable);
  };
};
