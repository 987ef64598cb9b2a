import type { Page } from 'playwright-core';
import { isWhole } from '../../../support/depth.ts';
import { accessibilityFlaws, COLOUR_RULES } from '../accessibility-flaws.ts';
import { DESKTOP } from '../app.ts';
import { keepScreenshot, saveScreenshot } from '../keep-screenshot.ts';
import { layoutFlaws } from '../layout-flaws.ts';
import { smallTargets } from '../small-targets.ts';
import { changeTheme, type Theme } from '../theme.ts';

/** The same components and colours as on the desktop, but narrower: only the layout is checked. */
const TABLET = { width: 1024, height: 768 } as const;
/** Frames in which a page adapts to a new size of its window. */
const LAYOUT_FRAMES = 60;
/** Script for the page: the places of its menus and dialogs. */
const PLACES = `JSON.stringify([...document.querySelectorAll('[role=menu], [role=listbox], [role=dialog]')].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
}))`;

/**
 * Makes the window as large again as it was, and waits until menus and dialogs are in their places again. A menu moves
 * a sixth of a second after its window: the next click of a test would meet another of its items.
 */
const widenAgain = async (page: Page, places: unknown): Promise<void> => {
  await page.setViewportSize(DESKTOP);
  await page.evaluate(`new Promise((done) => {
    let frames = 0;
    const look = () => {
      if (${PLACES} === ${JSON.stringify(places)} || frames++ === ${LAYOUT_FRAMES}) done();
      else requestAnimationFrame(look);
    };
    look();
  })`);
};

/**
 * The first theme is the theme of the account, in which screens are opened. In a run of the whole depth each screen is then
 * checked in the other themes, too.
 */
export type Themes = readonly [Theme, ...Theme[]];

/** A layer that may close when the window becomes narrower. It is closed before, because whether it closes is a race. */
interface Layer {
  close(): Promise<void>;
  open(): Promise<void>;
}

/**
 * Checks what a page shows now.
 * @param screen name of its screenshot, and of its flaws
 * @param allowed names of accessibility rules that do not apply
 */
export type Look = (screen: string, allowed?: string[], layer?: Layer) => Promise<void>;

/** The screens that were looked at, and their flaws, a line each. */
export interface Looks {
  look: Look;
  flaws: string[];
  seen: string[];
}

/**
 * Makes a desktop's window as narrow as a tablet, and returns the flaws of the page in it. A page has changed its layout
 * some frames after its window, so only flaws that stay count. A browser does not scroll to the focused element of a
 * window that shrinks; on a tablet the element was focused, and thus in sight, from the start.
 */
const narrowFlaws = async (page: Page, screen: string, layer?: Layer): Promise<string[]> => {
  await layer?.close();
  const places = await page.evaluate(PLACES);
  await page.setViewportSize(TABLET);
  await page.evaluate('new Promise(requestAnimationFrame)');
  if (layer !== undefined) {
    // Opened earlier, it could close again while the page adapts.
    await page.evaluate(
      `(async () => { for (let n = 0; n < ${LAYOUT_FRAMES}; n++) await new Promise(requestAnimationFrame); })()`,
    );
    await layer.open();
  }
  await page.evaluate(`document.activeElement?.scrollIntoView({ block: 'nearest' })`);
  let found = await layoutFlaws(page);
  for (let frames = 0; found.length > 0 && frames < LAYOUT_FRAMES; frames++) {
    await page.evaluate('new Promise(requestAnimationFrame)');
    found = await layoutFlaws(page);
  }
  await keepScreenshot(page, `${screen}-tablet`);
  await widenAgain(page, places);
  return found.map((flaw) => `on a tablet: ${flaw}`);
};

type Size = 'desktop' | 'phone';

/** Collects what `find` returns about each screen; a line each, because reasons of several lines fill a report. */
const collect = (find: (...given: Parameters<Look>) => Promise<string[]>): Looks => {
  const flaws: string[] = [];
  const seen: string[] = [];
  const look: Look = async (screen, ...rest) => {
    const found = await find(screen, ...rest);
    seen.push(screen);
    flaws.push(...found.map((flaw) => `${screen}: ${flaw.replaceAll(/\s+/g, ' ')}`));
  };
  return { look, flaws, seen };
};

/**
 * Returns a function that takes a screenshot of a page and collects its flaws. A run of the whole depth also checks the
 * other themes, there only layout and colours, because the elements are the same, and the width of a tablet, there only
 * the layout.
 */
export const looksAt = (page: Page, size: Size, [own, ...further]: Themes): Looks => {
  const others = isWhole ? further : [];
  return collect(async (screen, allowed = [], layer) => {
    await page.locator(`html[data-theme=${own}]`).waitFor();
    // Away from elements with a tooltip.
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    const found = await layoutFlaws(page);
    if (size === 'phone') found.push(...(await smallTargets(page)));
    found.push(...(await accessibilityFlaws(page, allowed)));
    const save = size === 'desktop' ? saveScreenshot : keepScreenshot;
    await save(page, `${screen}-${size}-${own}`);
    for (const theme of others) {
      await changeTheme(page, theme);
      const there = await layoutFlaws(page);
      there.push(...(await accessibilityFlaws(page, allowed, COLOUR_RULES)));
      found.push(...there.map((flaw) => `${theme}: ${flaw}`));
    }
    const titles = await page.locator('h1').allTextContents();
    if (titles.length !== 1) found.push(`one heading of the screen, not ${titles.join(', ')}`);
    if (others.length > 0) await changeTheme(page, own);
    if (isWhole && size === 'desktop') found.push(...(await narrowFlaws(page, screen, layer)));
    return found;
  });
};

/** Returns a function that checks only the layout of a page. */
export const layoutLooks = (page: Page, size: Size): Looks =>
  collect(async (screen, _allowed, layer) => {
    const found = await layoutFlaws(page);
    if (size === 'desktop') found.push(...(await narrowFlaws(page, screen, layer)));
    return found;
  });
