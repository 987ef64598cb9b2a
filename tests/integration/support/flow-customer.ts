import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import {
  loadConversation,
  loadTicket,
  type TicketRow,
} from '@prosa/functions/repositories/tickets/tickets.ts';
import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { FLOW_RESUME } from '@prosa/shared/messaging/timer-message.ts';
import { expect } from 'vitest';
import type { TestCompany } from '../../factories/company.ts';
import { freshNumber } from '../../factories/conversation.ts';
import { failedIndexes, sqsEvent, textEvent, type Where } from '../../factories/inbound-events.ts';
import { answerCustomer, settlePrompt } from '../../support/answer-customer.ts';
import { inbound } from '../../support/handlers.ts';

const WRITING_MS = 5000;

/** A customer on a connection of its own. Each message is written seconds after the one before. */
export class FlowCustomer {
  readonly number = freshNumber();
  readonly where: Where;
  private readonly company: TestCompany;
  private readonly clock: { nowMs: number };

  /** @param clock the time of the test, which moves on with each message */
  constructor(company: TestCompany, where: Where, clock: { nowMs: number }) {
    this.company = company;
    this.where = where;
    this.clock = clock;
  }

  event(text: string): InboundEventOf<'message'> {
    this.clock.nowMs += WRITING_MS;
    const { nowMs } = this.clock;
    return textEvent(this.where, this.number, text, { sentAt: nowMs, receivedAt: nowMs });
  }
  async writes(...texts: string[]): Promise<void> {
    for (const text of texts) expect(failedIndexes(await inbound(sqsEvent([this.event(text)])))).toEqual([]);
  }
  answer(): Promise<void> {
    return answerCustomer(this.company.table, this.where, this.number);
  }
  /** Writes, and returns what the system answered. */
  async asks(...texts: string[]): Promise<string[]> {
    await settlePrompt(this.company.table, this.where, this.number);
    const before = (await this.heard()).length;
    await this.writes(...texts);
    await this.answer();
    return (await this.heard()).slice(before).map(({ body }) => body);
  }
  async place(): Promise<{ contactId: number; connectionId: number; ticketId: number }> {
    const { connectionId } = this.where;
    const { contact } = await findContactByIdentities(this.company.table, [
      { kind: 'phone', value: this.number },
    ]);
    const contactId = contact?.id ?? 0;
    const conversation = await loadConversation(this.company.table, contactId, connectionId);
    return { contactId, connectionId, ticketId: conversation?.lastTicketId ?? 0 };
  }
  async heard() {
    const { contactId, connectionId } = await this.place();
    const { pk } = keys.message({ contactId, connectionId, sortKey: '' });
    const { rows } = await this.company.table.query(Message, { pk, limit: 200, consistent: true });
    return rows.filter(({ fromMe }) => fromMe);
  }
  async ticket(): Promise<TicketRow> {
    const ticket = await loadTicket(this.company.table, (await this.place()).ticketId);
    if (ticket === undefined) throw new Error('nobody wrote');
    return ticket;
  }
  async flow(): Promise<AutomationOf<'flow'>> {
    const { automation } = await this.ticket();
    if (automation.kind !== 'flow') throw new Error('in no flow');
    return automation;
  }
  /** The message that ends the pause of the customer's flow. */
  async pause() {
    const { id } = await this.ticket();
    const token = (await this.flow()).pause?.token ?? '';
    return { companyId: this.company.id, kind: FLOW_RESUME, subject: String(id), token };
  }
}
