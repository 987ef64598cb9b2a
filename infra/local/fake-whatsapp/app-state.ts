import { randomBytes } from 'node:crypto';
import { createLimiter } from '@prosa/functions/platform/limiter.ts';
import type { LTHashState } from 'baileys/lib/Types/Auth.js';
import {
  ALL_WA_PATCH_NAMES,
  type ChatMutation,
  type WAPatchCreate,
  type WAPatchName,
} from 'baileys/lib/Types/Chat.js';
import { decodePatches, encodeSyncdPatch, newLTHashState } from 'baileys/lib/Utils/chat-utils.js';
import type { ILogger } from 'baileys/lib/Utils/logger.js';
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from 'baileys/lib/WABinary/index.js';
import { proto } from 'baileys/WAProto/index.js';
import * as z from 'zod';
import type { Journal } from './journal.ts';
import { phoneJid, serverNotice } from './stanzas.ts';

const { SyncdOperation } = proto.SyncdMutation;
const { Type: ProtocolType } = proto.Message.ProtocolMessage;

const storedSchema = z.object({
  keyId: z.base64(),
  keyData: z.base64(),
  /** Number of the linked device to which the phone gave the key; 0 for none. */
  sharedWith: z.int(),
  /** Encoded patches by collection, the oldest first: the first one makes version 1. */
  patches: z.record(z.string(), z.array(z.base64())),
});

/** A collection as the phone knows it. */
interface Collection {
  state: LTHashState;
  /** The newest change of each setting, by the JSON of its index. */
  settings: Map<string, ChatMutation>;
}

const isCollection = (name: string): name is WAPatchName =>
  ALL_WA_PATCH_NAMES.some((known) => known === name);

const ignore = (): undefined => undefined;
/** Throws where Baileys only warns: when a MAC is wrong. */
const strict: ILogger = {
  level: 'warn',
  child: () => strict,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: (_fields, text) => {
    throw new RangeError(text);
  },
  error: ignore,
};

/** Returns the change that saves a person in the phone's address book, or removes the person with an empty name. */
export const contactChange = (number: string, name: string): WAPatchCreate => ({
  type: 'critical_unblock_low',
  index: ['contact', phoneJid(number)],
  syncAction: name === '' ? {} : { contactAction: { fullName: name, saveOnPrimaryAddressbook: true } },
  apiVersion: 2,
  operation: name === '' ? SyncdOperation.REMOVE : SyncdOperation.SET,
});

/**
 * The settings that an account's phone and devices share ("app state"): collections of changes, which the servers keep
 * as encrypted patches. Here they are served as patches only; WhatsApp also makes a snapshot of many patches. Every
 * change is made one after the other, on the version before it.
 */
export class AppState {
  private readonly journal: Journal;
  private readonly name: string;
  private readonly stored: z.infer<typeof storedSchema>;
  private readonly collections = new Map<WAPatchName, Promise<Collection>>();
  private readonly oneAtATime = createLimiter({ atOnce: 1, maxWaiting: Number.POSITIVE_INFINITY });

  constructor(journal: Journal, accountKey: string) {
    this.journal = journal;
    this.name = `app-state/${accountKey}`;
    const json = journal.get(this.name);
    this.stored =
      json === undefined
        ? {
            keyId: randomBytes(6).toString('base64'),
            keyData: randomBytes(32).toString('base64'),
            sharedWith: 0,
            patches: {},
          }
        : storedSchema.parse(JSON.parse(json));
  }

  /** Returns the phone's message that gives a device the key, or undefined if the device has it. */
  shareKey(deviceId: number): proto.IMessage | undefined {
    if (this.stored.sharedWith === deviceId) return undefined;
    this.stored.sharedWith = deviceId;
    this.save();
    const keyId = { keyId: Buffer.from(this.stored.keyId, 'base64') };
    return {
      protocolMessage: {
        type: ProtocolType.APP_STATE_SYNC_KEY_SHARE,
        appStateSyncKeyShare: { keys: [{ keyId, keyData: this.key() }] },
      },
    };
  }

  /** Makes changes on the phone. Returns the notices to the account's devices that collections have new versions. */
  change(changes: readonly WAPatchCreate[]): Promise<BinaryNode[]> {
    return this.oneAtATime('', async () => {
      for (const change of changes) {
        const { state } = await this.collection(change.type);
        const { patch } = await encodeSyncdPatch(change, this.stored.keyId, state, async () => this.key());
        await this.append(change.type, patch);
      }
      this.save();
      return [...new Set(changes.map(({ type }) => type))].map((name) => {
        const version = String(this.stored.patches[name]?.length ?? 0);
        return serverNotice('server_sync', { tag: 'collection', attrs: { name, version } });
      });
    });
  }

  /** Returns a setting as the phone shows it; undefined if it was never set, or removed. */
  async settingOf(collection: WAPatchName, ...index: string[]): Promise<proto.ISyncActionValue | undefined> {
    const { settings } = await this.collection(collection);
    return settings.get(JSON.stringify(index))?.syncAction.value ?? undefined;
  }

  /**
   * Answers a device's request: stores its own change, if it made the change on the newest version, and returns the
   * patches that it lacks.
   * @throws RangeError if the phone cannot verify the device's change
   */
  answer(sync: BinaryNode): Promise<BinaryNode[]> {
    return this.oneAtATime('', async () => {
      const content: BinaryNode[] = [];
      for (const asked of getBinaryNodeChildren(sync, 'collection'))
        content.push(await this.answerCollection(asked));
      return [{ tag: 'sync', attrs: {}, content }];
    });
  }

  private async answerCollection(asked: BinaryNode): Promise<BinaryNode> {
    const { name = '', version } = asked.attrs;
    const known = Number(version ?? 0);
    const patches = this.stored.patches[name] ?? [];
    const change = getBinaryNodeChild(asked, 'patch')?.content;
    if (change instanceof Uint8Array && known === patches.length && isCollection(name)) {
      await this.append(name, proto.SyncdPatch.decode(change));
      this.save();
      return { tag: 'collection', attrs: { name, version: String(known + 1) } };
    }
    const content = patches
      .slice(known)
      .map((patch): BinaryNode => ({ tag: 'patch', attrs: {}, content: Buffer.from(patch, 'base64') }));
    return {
      tag: 'collection',
      attrs: { name, version: String(known) },
      content: [{ tag: 'patches', attrs: {}, content }],
    };
  }

  private async append(name: WAPatchName, patch: proto.ISyncdPatch): Promise<void> {
    const patches = this.stored.patches[name] ?? [];
    const version = patches.length + 1;
    const numbered = { ...patch, version: { version } };
    const encoded = Buffer.from(proto.SyncdPatch.encode(numbered).finish()).toString('base64');
    const before = await this.collection(name);
    const after = await this.verified(name, before, [encoded]);
    this.collections.set(name, Promise.resolve(after));
    this.stored.patches[name] = [...patches, encoded];
  }

  private collection(name: WAPatchName): Promise<Collection> {
    const known = this.collections.get(name);
    if (known !== undefined) return known;
    const empty = { state: newLTHashState(), settings: new Map<string, ChatMutation>() };
    const read = this.verified(name, empty, this.stored.patches[name] ?? []);
    this.collections.set(name, read);
    return read;
  }

  /** Applies patches to a collection. @throws RangeError if one of their MACs is wrong */
  private async verified(
    name: WAPatchName,
    before: Collection,
    patches: readonly string[],
  ): Promise<Collection> {
    let { state } = before;
    const settings = new Map(before.settings);
    for (const encoded of patches) {
      const patch = proto.SyncdPatch.decode(Buffer.from(encoded, 'base64'));
      const isRemoval = patch.mutations.some(({ operation }) => operation === SyncdOperation.REMOVE);
      const after = await decodePatches(name, [patch], state, async () => this.key(), {}, 0, strict, true);
      state = after.state;
      for (const mutation of Object.values(after.mutationMap)) {
        const index = JSON.stringify(mutation.index);
        if (isRemoval) settings.delete(index);
        else settings.set(index, mutation);
      }
    }
    return { state, settings };
  }

  private key(): proto.Message.AppStateSyncKeyData {
    const keyData = Buffer.from(this.stored.keyData, 'base64');
    return proto.Message.AppStateSyncKeyData.fromObject({ keyData, timestamp: 1 });
  }

  private save(): void {
    this.journal.set(this.name, this.stored);
  }
}
