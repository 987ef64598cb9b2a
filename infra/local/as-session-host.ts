import { setProcessRole } from '@prosa/functions/platform/aws/local-role.ts';
import * as z from 'zod';
import { SESSION_HOST } from '../session-host.ts';
import { moveClock } from './clock.ts';
import { makeRole } from './roles.ts';

/**
 * Imported before the session host. Restricts the AWS calls of its process to its role, and sets its clock to the clock
 * of the stack.
 */
setProcessRole(makeRole('session-host', SESSION_HOST.grants));

const aheadSchema = z.coerce.number();
const { CLOCK_AHEAD_MS } = process.env;
if (CLOCK_AHEAD_MS !== undefined) moveClock(aheadSchema.parse(CLOCK_AHEAD_MS));
process.on('message', (message) => moveClock(aheadSchema.parse(message)));
// The listener alone must not keep the process alive.
process.channel?.unref();
