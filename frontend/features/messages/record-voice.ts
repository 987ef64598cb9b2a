import { MIN_AUDIO_BYTES } from '@prosa/shared/rules/file-limits.ts';

const MIME_TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'] as const;

export interface VoiceRecording {
  /** Ends the recording. Resolves with null when it is too short to be intended. */
  finish: () => Promise<File | null>;
  cancel: () => void;
}

const asOgg = async (recorded: Blob): Promise<Blob> =>
  recorded.type.startsWith('audio/ogg') ? recorded : (await import('./convert-sound.ts')).toOgg(recorded);

/**
 * Records from the microphone until finished or cancelled.
 * @throws DOMException when the microphone is refused or absent
 */
export const recordVoice = async (): Promise<VoiceRecording> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = MIME_TYPES.find((type) => MediaRecorder.isTypeSupported(type));
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
      const ogg = await asOgg(new Blob(chunks, { type: recorder.mimeType }));
      return ogg.size < MIN_AUDIO_BYTES ? null : new File([ogg], 'voice.ogg', { type: 'audio/ogg' });
    },
  };
};
