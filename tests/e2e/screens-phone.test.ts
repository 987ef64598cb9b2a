import { describe, expect, it } from 'vitest';
import { isWhole } from '../support/depth.ts';
import { useScreens } from './support/screens.ts';

const { everyScreen, longestNames, restrictedAndEmpty } = useScreens('phone');

describe('on a phone', () => {
  it('light: every screen of the router is laid out correctly and accessible', async () => {
    expect(await everyScreen()).toEqual({});
  });

  if (isWhole)
    it('every screen fits the longest names', async () => {
      expect(await longestNames()).toEqual({});
    });

  it('dark: screens of users without permission and of an empty company are laid out correctly', async () => {
    expect(await restrictedAndEmpty()).toEqual({});
  });
});
