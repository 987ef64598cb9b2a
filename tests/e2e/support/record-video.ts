import type { Page } from 'playwright-core';

const SIZE_PX = 320;
const FRAMES = 15;
const SLICE_MS = 50;

/** Records a short video in the browser itself, in a format that it can play. */
export const recordVideo = async (
  page: Page,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> => {
  const recorded: unknown = await page.evaluate(`(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = ${SIZE_PX};
    const pen = canvas.getContext('2d');
    const type = ['video/mp4', 'video/webm'].find((each) => MediaRecorder.isTypeSupported(each));
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: type });
    const parts = [];
    let bytesSoFar = 0;
    recorder.ondataavailable = ({ data }) => { parts.push(data); bytesSoFar += data.size; };
    const ended = new Promise((resolve) => { recorder.onstop = resolve; });
    recorder.start(${SLICE_MS});
    // On a busy machine the encoder may not have taken any of the first frames.
    for (let frame = 0; frame < ${FRAMES} || bytesSoFar === 0; frame++) {
      pen.fillStyle = 'hsl(' + frame * 12 + ' 60% 50%)';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return JSON.stringify([type, btoa(String.fromCharCode(...bytes))]);
  })()`);
  const [mimeType, base64] = String(JSON.parse(String(recorded))).split(',');
  if (mimeType === undefined || base64 === undefined) throw new Error('nothing was recorded');
  return {
    name: mimeType === 'video/mp4' ? 'vitrine.mp4' : 'vitrine.webm',
    mimeType,
    buffer: Buffer.from(base64, 'base64'),
  };
};
