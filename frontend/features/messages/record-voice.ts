import { MIN_AUDIO_BYTES } from '@prosa/shared/rules/file-limits.ts';

const MIME_TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'] as const;
/** AAC in MP4, which not every browser records. */
const COMMON_TYPE = 'audio/mp4;codecs=mp4a.40.2';

/** `voice-note`: Ogg Opus, as WhatsApp wants it. `common`: AAC or WAV, for apps that play no Ogg. */
export type RecordingFormat = 'voice-note' | 'common';

export interface VoiceRecording {
  /** Ends the recording. Resolves with null when it is too short to be intended. */
  finish: () => Promise<File | null>;
  cancel: () => void;
}

const asOgg = async (recorded: Blob): Promise<File> => {
  const isOgg = recorded.type.startsWith('audio/ogg');
  const ogg = isOgg ? recorded : await (await import('./convert-sound.ts')).toOgg(recorded);
  return new File([ogg], 'voice.ogg', { type: 'audio/ogg' });
};

const asWav = async (recorded: Blob): Promise<File> => {
  const wav = await (await import('./convert-sound.ts')).toWav(recorded);
  return new File([wav], 'voice.wav', { type: 'audio/wav' });
};

/**
 * Records from the microphone until finished or cancelled.
 * @throws DOMException when the microphone is refused or absent
 */
export const recordVoice = async (format: RecordingFormat): Promise<VoiceRecording> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const wanted = format === 'common' ? [COMMON_TYPE, ...MIME_TYPES] : MIME_TYPES;
  const mimeType = wanted.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.start();
  const stop = async () => {
    if (recorder.state !== 'inactive') recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    cancel: () => void stop(),
    finish: async () => {
      await stop();
      const recorded = new Blob(chunks, { type: recorder.mimeType });
      if (format === 'voice-note') {
        const ogg = await asOgg(recorded);
        return ogg.size < MIN_AUDIO_BYTES ? null : ogg;
      }
      if (recorded.size < MIN_AUDIO_BYTES) return null;
      return mimeType === COMMON_TYPE
        ? new File([recorded], 'voice.m4a', { type: 'audio/mp4' })
        : asWav(recorded);
    },
  };
};
