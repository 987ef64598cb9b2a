/** Runs `count` rounds, at most `width` of them at a time. */
export const inParallel = async (
  count: number,
  width: number,
  round: (index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await round(next - 1);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
};
