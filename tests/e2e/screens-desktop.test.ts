import { describe, expect, it } from 'vitest';
import { isWhole } from '../support/depth.ts';
import { useScreens } from './support/screens.ts';

const { everyScreen, longestNames, restrictedAndEmpty } = useScreens('desktop');

describe('on a desktop, and in a window as narrow as a tablet', () => {
  it('every screen of the router is laid out correctly and accessible', async () => {
    expect(await everyScreen()).toEqual({});
  });

  if (isWhole)
    it('every screen fits the longest names', async () => {
      expect(await longestNames()).toEqual({});
    });

  it('screens of users without permission and of an empty company are laid out correctly', async () => {
    expect(await restrictedAndEmpty()).toEqual({});
  });
});
