import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { commitDecision } from '../../conversations/act.ts';
import { copyFile } from '../../conversations/copy-file.ts';
import { campaignSend } from '../../conversations/send-campaign.ts';
import { failedReceiver, skippedReceiver } from '../../domain/campaigns/receiver-steps.ts';
import { capOver } from '../../domain/sends/send-limits.ts';
import { isExpired } from '../../platform/auth/principal.ts';
import { getDirectory } from '../../platform/directory.ts';
import { outboxItems } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { Campaign } from '../../platform/table/entities/campaigns.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { loadCampaignLine } from '../../repositories/campaigns/campaign-line.ts';
import { loadCampaign } from '../../repositories/campaigns/campaigns.ts';
import { loadCampaignNumber, loadReceiver, receiverItem } from '../../repositories/campaigns/receivers.ts';
import { loadSendingRules } from '../../repositories/campaigns/sending-rules.ts';
import type { CampaignPorts } from './ports.ts';

interface AgreedMessage {
  campaignId: number;
  position: number;
}

/**
 * Sends the message to a receiver who consented. If it cannot be sent now (the campaign is paused, its connection is
 * down, a cap is reached) nothing happens: the receiver stays, and the campaign's beat sends it. Of this and the beat
 * one sends, because both check the receiver's version.
 */
export const sendAgreed = (
  { table, system, ids, clock }: CampaignPorts,
  { campaignId, position }: AgreedMessage,
): Promise<void> =>
  retryOnConflict(async () => {
    const nowMs = clock.now();
    const [campaign, receiver, directory] = await Promise.all([
      loadCampaign(table, campaignId),
      loadReceiver(table, { campaignId, position }),
      getDirectory(system.companyId),
    ]);
    if (campaign?.status !== 'running' || receiver?.state !== 'agreed' || directory === undefined) return;
    const { connectionId } = campaign;
    const connection = directory.connections.get(connectionId);
    const isStopped =
      connection === undefined ||
      isExpired(directory, nowMs) ||
      !directory.plan.flags.useCampaigns ||
      capOver(directory.reachedCaps, connectionId, nowMs) !== undefined;
    if (isStopped) return;
    const [line, rules, number] = await Promise.all([
      loadCampaignLine(table, connectionId, nowMs),
      loadSendingRules(table, directory.company.timeZone),
      loadCampaignNumber(table, canonicalPhone(receiver.number)),
    ]);
    if (line?.state !== 'up' || line.isRestricted) return;
    const variant = Math.floor(Math.random() * campaign.messages.length);
    const sent = await campaignSend(
      { directory, ids, nowMs },
      { campaign, receiver, connection, part: 'message', variant, rules, number },
    );
    const running = table.check(Campaign, { id: campaignId }, { version: campaign.version });
    if (!('items' in sent)) {
      const after =
        'failed' in sent ? failedReceiver(receiver, sent.failed) : skippedReceiver(receiver, sent.skipped);
      await commit([receiverItem(table, receiver, after, nowMs)]);
    } else if (sent.decision === undefined)
      await commit([...outboxItems(table, sent.calls, { ids, nowMs }), ...sent.items, running]);
    else await commitDecision(sent.decision, [...sent.items, running], copyFile);
  });
