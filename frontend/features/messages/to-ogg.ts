import { BlobSource, BufferTarget, Conversion, Input, MP4, OggOutputFormat, Output, WEBM } from 'mediabunny';

/**
 * Moves the Opus packets of a recording into an Ogg file, which is what WhatsApp plays as a voice note. Nothing is
 * encoded again. @param recorded as browsers record: WebM, or MP4
 */
export const toOgg = async (recorded: Blob): Promise<Blob> => {
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input: new Input({ formats: [WEBM, MP4], source: new BlobSource(recorded) }),
    output: new Output({ format: new OggOutputFormat(), target }),
  });
  await conversion.execute();
  if (target.buffer === null) throw new Error('the recording could not be converted');
  return new Blob([target.buffer], { type: 'audio/ogg' });
};
