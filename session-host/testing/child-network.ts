import { startFakeWhatsapp } from '@prosa/infra/local/fake-whatsapp/start.ts';
import { serve } from './remote.ts';

/** The fake network in a process of its own, so that its CPU and memory do not count as the host's. */
const starting = startFakeWhatsapp(process.env.DATA_DIR ?? '');
serve(process, {
  socketUrl: async () => (await starting).socketUrl,
  scan: async (account, qr) => (await starting).network.scan(account, qr),
  write: async (account, message) => (await starting).network.write(account, message),
  connected: async () => {
    const { network } = await starting;
    return network.accounts.all().flatMap(({ key }) => (network.isConnected(key) ? [key] : []));
  },
  /** Ids of the messages that an account's customer received, and how often. */
  received: async (contact, account) =>
    (await starting).network
      .conversation(contact, account)
      .flatMap(({ id, fromCustomer, copies }) => (fromCustomer ? [] : [{ id, copies }])),
});
process.once('disconnect', () => process.exit(0));
await starting;
