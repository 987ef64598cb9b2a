import type { Locator, Page } from 'playwright-core';
import type { App } from '../app.ts';
import type { Look } from './look.ts';

/** A name of one word, as long as the limit allows. */
export const LONGEST_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoraltern';

/** A signed-in page on the address of a visit, and what the visit needs there. */
export interface Place {
  app: App;
  page: Page;
  isPhone: boolean;
  /** Checks what the page shows now. */
  look: Look;
  dialog(name: string | RegExp): Locator;
  /** Closes a dialog by Escape. */
  dismiss(name: string | RegExp): Promise<void>;
}

/**
 * A visit to one screen, with the dialogs and parts that open from it. It does not need the visits before it: it begins at
 * its own address, and creates what it shows.
 */
export interface Visit {
  /** Name of the screen: that of its module, if the screen has one. */
  screen: string;
  /** The address where the visit begins; a function first creates rows that the screen shows. */
  path: string | ((app: App) => Promise<string>);
  visit(place: Place): Promise<void>;
}

/** Returns another name of the longest length, for a visit beside others with the same kind of rows. */
export const longName = (nth: number): string => `${LONGEST_NAME.slice(0, -1)}${nth}`;

/** Returns the row of a table with a name. */
export const namedRow = (page: Page, name = LONGEST_NAME): Locator =>
  page.getByRole('row').filter({ hasText: name });
