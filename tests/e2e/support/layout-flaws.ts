import type { Page } from 'playwright-core';
import * as z from 'zod';

/** Script for the page: finds flaws that a sighted user would call broken. */
const FIND = `(() => {
  const flaws = [];
  // The columns of the board lie beside one another, beyond the window too.
  const BOARD = '[data-scrolls-sideways]';
  const width = document.documentElement.clientWidth;
  const nameOf = (element) =>
    element.tagName.toLowerCase() + ' “' + (element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40) + '”';
  const fades = (element) => {
    for (let at = element; at !== null; at = at.parentElement)
      if (getComputedStyle(at).maskImage !== 'none') return true;
    return false;
  };
  const isShortened = (element) => {
    for (let at = element; at !== null && at.tagName !== 'TR'; at = at.parentElement)
      if (getComputedStyle(at).textOverflow === 'ellipsis' && at.scrollWidth > at.clientWidth + 1) return true;
    return false;
  };
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (document.documentElement.scrollWidth > width || document.body.scrollWidth > width) flaws.push('the page scrolls sideways');
  for (const element of document.querySelectorAll('body *')) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // What only screen readers are told is a pixel wide.
    if (box.width < 3 || box.height < 3 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (isCalm && /[1-9]/.test(style.transitionDuration)) flaws.push('moves, though motion is reduced: ' + nameOf(element));
    if (['auto', 'scroll'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1 && !element.matches(BOARD))
      flaws.push('scrolls sideways: ' + nameOf(element));
    const isLeaf = element.childElementCount === 0 && (element.textContent ?? '').trim() !== '';
    if (!isLeaf || element.closest('[aria-hidden=true], ' + BOARD) !== null || fades(element)) continue;
    if (box.right > width + 1 || box.left < -1) flaws.push('off the screen: ' + nameOf(element));
    if (/^\\d\\d\\/\\d\\d\\/\\d{4}/.test(element.textContent) && isShortened(element))
      flaws.push('a date without its end: ' + nameOf(element));
    const cuts = style.overflowX !== 'visible' && style.display !== 'inline' && style.textOverflow !== 'ellipsis';
    if (cuts && element.scrollWidth > element.clientWidth + 1 && element.tagName !== 'TEXTAREA')
      flaws.push('cut off: ' + nameOf(element));
  }
  const focused = document.activeElement;
  const at = focused?.getBoundingClientRect();
  if (focused !== null && focused !== document.body && at.width > 3 && at.height > 3) {
    const over = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    const isOver = over !== null && !focused.contains(over) && !over.contains(focused) && over.closest('label') === null;
    if (isOver) flaws.push('covered while focused: ' + nameOf(focused) + ' by ' + nameOf(over));
  }
  return [...new Set(flaws)];
})()`;

/**
 * Returns the layout flaws of a page: elements that leave the screen, are cut off without a sign, scroll sideways,
 * show only the beginning of a date, move although reduced motion is set, or cover the focused element.
 */
export const layoutFlaws = async (page: Page): Promise<string[]> =>
  z.array(z.string()).parse(await page.evaluate(FIND));
