import type { Automation } from '@prosa/shared/entities/automation.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { promptsOf } from '../tickets/automation.ts';
import type { EngineScene } from './scene.ts';
import { menuQueues } from './world.ts';

/**
 * Whether a flow, an integration or an assistant may answer the customer: the ticket has no attendant, and the contact allows
 * automatic answers.
 */
export const mayBeLed = ({ status, userId, isGroup, contact }: Ticket): boolean =>
  status === 'pending' && userId === null && !isGroup && !contact.disableBot;

/** Whether the ticket has no queue, or only the one that every ticket of its connection gets. */
const isUnplaced = ({ queueId, automation }: Ticket, { connection: { queueIds } }: EngineScene): boolean =>
  queueId === null ||
  (queueIds.length === 1 &&
    queueIds[0] === queueId &&
    automation.kind === 'options' &&
    automation.optionId === null);

/** Whether the automation of a ticket gives way to another one that the customer's message starts. */
const yields = ({ kind }: Automation): boolean => kind === 'none' || kind === 'menu' || kind === 'options';

/** Whether a message of the customer may start an automation of the connection, instead of its menu of queues. */
export const mayBegin = (ticket: Ticket, scene: EngineScene): boolean =>
  yields(ticket.automation) && isUnplaced(ticket, scene);

/** Whether the system has said nothing yet that the customer could be answering. */
export const isFresh = ({ automation, hadFlow }: Ticket, scene: EngineScene): boolean =>
  !hadFlow && promptsOf(automation) === 0 && (automation.kind !== 'none' || menuQueues(scene).length === 0);
