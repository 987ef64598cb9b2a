/** Colour of a queue without its own colour. */
export const DEFAULT_QUEUE_COLOR = '#7C7C7C';

/** Clearly distinct colours for queues and tags. */
export const SWATCHES = [
  '#E5484D',
  '#E54666',
  '#D6409F',
  '#8E4EC6',
  '#6E56CF',
  '#3E63DD',
  '#0090FF',
  '#39ACE7',
  '#12A594',
  '#30A46C',
  '#46A758',
  '#99A500',
  '#FFB224',
  '#F76808',
  '#AD7F58',
  '#7C7C7C',
] as const;

/** Returns the first swatch that is not among the given colours; the least used one when all are. */
export const unusedColor = (used: readonly string[]): string => {
  const uses = (swatch: string) =>
    used.filter((color) => color.toLowerCase() === swatch.toLowerCase()).length;
  return SWATCHES.reduce<string>((best, swatch) => (uses(swatch) < uses(best) ? swatch : best), SWATCHES[0]);
};
