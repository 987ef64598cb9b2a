/** Shown for a queue without a colour of its own. */
export const DEFAULT_QUEUE_COLOR = '#7C7C7C';

/** Choices that stay apart from each other, for queues and tags. */
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

/** The first of the swatches that none of these colours is; the one least used where all are. */
export const unusedColor = (used: readonly string[]): string => {
  const uses = (swatch: string) =>
    used.filter((color) => color.toLowerCase() === swatch.toLowerCase()).length;
  return SWATCHES.reduce<string>((best, swatch) => (uses(swatch) < uses(best) ? swatch : best), SWATCHES[0]);
};
