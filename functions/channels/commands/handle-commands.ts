import { channelCommandSchema } from '@prosa/shared/messaging/channel-command.ts';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import { actAs, systemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { withLogFields } from '../../platform/log.ts';
import { openTable } from '../../platform/table/table.ts';
import { driverOf } from '../drivers.ts';
import { runCommand } from './run-command.ts';

/** Returns the handler of a queue of commands: contacts in parallel, the commands of each in order. */
export const handleCommands = (queue: QueueName) =>
  queueHandler(
    channelCommandSchema,
    (command, { nowMs, receives, isLastTry }) => {
      const { connectionId, type } = command;
      const system = systemPrincipal('channel-commands', command.companyId);
      const ports = {
        table: openTable(system.companyId),
        driverOf,
        nowMs,
        clock: systemClock,
        random: Math.random,
        receives,
        isLastTry,
      };
      return actAs(system, () =>
        withLogFields({ connectionId, command: type }, () => runCommand(command, ports)),
      );
    },
    queue,
  );
