import {
  BlobSource,
  BufferTarget,
  Conversion,
  type ConversionAudioOptions,
  Input,
  type InputFormat,
  MP4,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WEBM,
} from 'mediabunny';

/** Moves a sound into another container format; it is encoded again only if `audio` asks for another codec. */
const moved = async (
  sound: Blob,
  formats: InputFormat[],
  format: OutputFormat,
  type: string,
  audio: ConversionAudioOptions = {},
): Promise<Blob> => {
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input: new Input({ formats, source: new BlobSource(sound) }),
    output: new Output({ format, target }),
    audio,
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

/** Speech needs no more: 32 kB a second, so that twelve minutes fit the 25 MB of Messenger and Instagram. */
const SPEECH = { codec: 'pcm-s16', numberOfChannels: 1, sampleRate: 16_000 } as const;

/** Converts a recording to a format that every app plays. */
export const toWav = (recorded: Blob): Promise<Blob> =>
  moved(recorded, [WEBM, MP4, OGG], new WavOutputFormat(), 'audio/wav', SPEECH);
