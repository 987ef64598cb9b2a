import { describe, expect, it } from 'vitest';
import { useScreens } from './support/screens/use-screens.ts';
import { unvisitedScreens, VISITORS } from './support/screens/visitors.ts';

const { useVisitor } = useScreens('desktop');

describe('on a desktop, and in a window as narrow as a tablet', () => {
  it('every screen of the router and of the features has a visit', () => {
    expect(unvisitedScreens()).toEqual([]);
  });

  describe.each(VISITORS)('as $who', (visitor) => {
    const flawsOf = useVisitor(visitor);

    it.each(visitor.visits)('the screen $screen is laid out correctly and accessible', async (visit) => {
      expect(await flawsOf(visit)).toEqual([]);
    });
  });
});
