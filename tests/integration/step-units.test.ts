import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { measureStepUnits, STEP_UNITS_FILE } from '../support/step-units.ts';
import { useBucket } from './support/bucket.ts';
import { useEdge } from './support/edge.ts';
import { useSlowClock } from './support/slow-clock.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

const engine = useTable();
useEdge();
useBucket();
useSlowClock();

it('each step of a day costs the units in its table; `npm run bench -- "units of each step"` writes it', async () => {
  const measured = Object.fromEntries(await measureStepUnits(engine().endpoint));
  expect(measured).toEqual(JSON.parse(await readFile(STEP_UNITS_FILE, 'utf8')));
});
