/** Returns the first name of a voice, such as `Francisca` for `pt-BR-FranciscaNeural`. */
export const voiceName = (voice: string): string =>
  /^[a-z]{2}-[A-Z]{2}-(\w+)Neural$/.exec(voice)?.[1] ?? voice;
