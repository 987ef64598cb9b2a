/** Any colour, for a tag that nobody chose one for. */
export const randomColor = (): string =>
  `#${Math.floor(Math.random() * 0x1000000)
    .toString(16)
    .padStart(6, '0')}`;
