import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import type { ModuleLoad } from './module-load.ts';

/** Imports the given modules in turn and prints their loads, for `countModuleLoads`. */
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const loads: ModuleLoad[] = [];
for (const path of process.argv.slice(2)) {
  const module: Record<string, unknown> = await import(path);
  // The counts since the last reading, of every loaded script.
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const { href } = pathToFileURL(path);
  const functions = result.filter(({ url }) => url === href).flatMap((script) => script.functions);
  loads.push({
    calls: functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0),
    exports: Object.keys(module).filter((name) => typeof module[name] === 'function'),
  });
}
// Exits, because a loaded function may keep a connection or a timer.
process.stdout.write(JSON.stringify(loads), () => process.exit());
