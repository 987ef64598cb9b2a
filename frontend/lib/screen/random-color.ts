/** Returns a random colour, for a tag created without choosing one. */
export const randomColor = (): string =>
  `#${Math.floor(Math.random() * 0x1000000)
    .toString(16)
    .padStart(6, '0')}`;
