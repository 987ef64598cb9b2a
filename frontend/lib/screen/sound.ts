import { readStored } from '../storage.ts';

export const DEFAULT_VOLUME = 1;
export const VOLUME_STEP = 0.1;

/** Two soft notes a fourth apart. */
const NOTES = [
  { hertz: 659.25, atS: 0, lengthS: 0.18 },
  { hertz: 880, atS: 0.12, lengthS: 0.32 },
] as const;
/** Gain at the slider's maximum; sine waves are piercing above it. */
const PEAK_GAIN = 0.25;
const SILENT_GAIN = 0.0001;

let context: AudioContext | null = null;

/**
 * Plays the notification sound at the stored volume. Browsers mute pages until the user has interacted with them;
 * until then it plays nothing and does not fail.
 */
export const playNotification = async (): Promise<void> => {
  const volume = readStored('volume') ?? DEFAULT_VOLUME;
  if (volume === 0 || globalThis.navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') await context.resume();
  const start = context.currentTime;
  for (const note of NOTES) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = note.hertz;
    gain.gain.setValueAtTime(SILENT_GAIN, start + note.atS);
    gain.gain.exponentialRampToValueAtTime(PEAK_GAIN * volume, start + note.atS + 0.02);
    gain.gain.exponentialRampToValueAtTime(SILENT_GAIN, start + note.atS + note.lengthS);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start + note.atS);
    oscillator.stop(start + note.atS + note.lengthS);
  }
};
