import type { Page } from 'playwright-core';
import * as z from 'zod';

/** Minimum width and height of a touch target in pixels. */
const LEAST_PX = 44;

/** Nine groups of emoji share the width of a phone. */
const EXEMPT = '.epr-category-nav button';

/**
 * Script for the page: finds visible elements that a finger misses. The area of a target is what really reacts,
 * including its label and pseudo-elements, so it is found by asking which element lies at each point around its middle.
 * Links within a sentence are as high as its line.
 */
const FIND = `(() => {
  const CONTROLS = 'button, a[href], input:not([type=hidden]), textarea, select, [role=button], [role=combobox], [role=tab], [role=menuitem], [role=option], [role=switch]';
  const EXEMPT = '${EXEMPT}';
  const nameOf = (element) =>
    element.tagName.toLowerCase() + ' “' + (element.getAttribute('aria-label') || element.textContent || element.name || '').trim().slice(0, 40) + '”';
  const areaOf = (element) => element.closest('label') ?? element.closest('.MuiInputBase-root') ?? element;
  const scrollerOf = (element) => {
    for (let at = element.parentElement; at !== null; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight) return at;
    return undefined;
  };
  const small = [];
  for (const element of document.querySelectorAll(CONTROLS)) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (box.width < 3 || box.height < 3 || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.matches(EXEMPT) || element.matches(':disabled') || (style.display === 'inline' && element.tagName === 'A')) continue;
    const area = areaOf(element);
    const scroller = scrollerOf(element)?.getBoundingClientRect();
    const reacts = (x, y) => {
      // Cut off by the edge of a scrolled list: larger once it is scrolled into view.
      if (scroller !== undefined && (y <= scroller.top || y >= scroller.bottom)) return true;
      const at = document.elementFromPoint(x, y);
      return at !== null && (area.contains(at) || at.closest('label')?.control === element);
    };
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    // Scrolled away, or below something that is open.
    if (!reacts(x, y)) continue;
    // Counts pixels on both sides of the middle until there are enough.
    const length = (stepX, stepY) => {
      let count = 1;
      for (const side of [1, -1])
        for (let at = side; count < ${LEAST_PX} && reacts(x + stepX * at, y + stepY * at); at += side) count += 1;
      return count;
    };
    const wide = length(1, 0);
    const high = length(0, 1);
    // Half pixels round down.
    if (Math.min(wide, high) < ${LEAST_PX} - 1) small.push('small target: ' + nameOf(element) + ' ' + wide + '×' + high);
  }
  return [...new Set(small)];
})()`;

/** Returns the controls of a page that are smaller than a touch target should be. */
export const smallTargets = async (page: Page): Promise<string[]> =>
  z.array(z.string()).parse(await page.evaluate(FIND));
