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

/** Moves a sound's packets into another container format without encoding them again. */
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

/**
 * Converts a recording to the format that WhatsApp plays as a voice note.
 * @param recorded in the browsers' formats: WebM or MP4
 */
export const toOgg = (recorded: Blob): Promise<Blob> =>
  moved(recorded, [WEBM, MP4], new OggOutputFormat(), 'audio/ogg');

/** Converts a voice note for browsers that do not play Ogg. */
export const toMp4 = (voice: Blob): Promise<Blob> => moved(voice, [OGG], new Mp4OutputFormat(), 'audio/mp4');
