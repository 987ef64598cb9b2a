import type { Grants } from '@prosa/functions/platform/lambda/declare-function.ts';
import { LANES, sessionQueue } from '@prosa/shared/resource-names.ts';

/** The program that holds the WhatsApp sockets. No function can read the key that encrypts their credentials (S-70). */
export const SESSION_HOST = {
  shard: 0,
  /** CPU units: 1/1024 of a processor. */
  cpu: 256,
  memoryMb: 1024,
  grants: {
    table: 'write',
    send: ['inbound', 'history-imports'],
    receive: LANES.map((lane) => sessionQueue(0, lane)),
    bucket: 'write',
    secrets: ['sessionCredentials', 'tenantSecrets'],
  },
  errorImpact: 'No WhatsApp connection is alive: messages neither arrive nor leave.',
  clientRefusedImpact:
    'WhatsApp refuses our client: numbers stay disconnected until whatsappVersion is raised and deployed.',
  /**
   * Entries wait at most two minutes for earlier messages that WhatsApp redelivers, and as long as the queue is
   * unavailable.
   */
  openEntryAlarmS: 300,
  openEntryImpact: 'Messages that WhatsApp believes delivered are in no conversation yet.',
  givenUpImpact: 'An event of WhatsApp, which the queue refused, is in no conversation; the bucket keeps it.',
  historyLostImpact:
    'A part of the old messages of a number could not be read: its import ended without them.',
} as const satisfies { grants: Grants; [name: string]: unknown };
