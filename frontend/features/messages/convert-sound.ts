import {
  BlobSource,
  BufferTarget,
  Conversion,
  Input,
  type InputFormat,
  MP4,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WEBM,
} from 'mediabunny';

/** Moves the packets of a sound into a file of another kind. Nothing is encoded again. */
const moved = async (
  sound: Blob,
  formats: InputFormat[],
  format: OutputFormat,
  type: string,
): Promise<Blob> => {
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input: new Input({ formats, source: new BlobSource(sound) }),
    output: new Output({ format, target }),
  });
  await conversion.execute();
  if (target.buffer === null) throw new Error('the sound could not be converted');
  return new Blob([target.buffer], { type });
};

/** A recording as WhatsApp plays it as a voice note. @param recorded as browsers record: WebM, or MP4 */
export const toOgg = (recorded: Blob): Promise<Blob> =>
  moved(recorded, [WEBM, MP4], new OggOutputFormat(), 'audio/ogg');

/** A voice note for browsers that play no Ogg. */
export const toMp4 = (voice: Blob): Promise<Blob> => moved(voice, [OGG], new Mp4OutputFormat(), 'audio/mp4');
