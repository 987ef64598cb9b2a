import { FORWARD_PAUSE_MS } from '@prosa/shared/rules/forwarding.ts';
import { expect, it } from 'vitest';
import { EXPIRY_WARNING_DAYS } from '../../features/auth/subscription.ts';
import { CONNECTION_CHECK_DELAY_MS } from '../../features/connections/hooks/use-connection-warnings.ts';
import { SHOWN_LENGTH_S } from '../../features/schedules/schedule-form.ts';
import { DEFAULT_ACCENT, layout, PHONE_MAX_PX } from '../../theme/tokens.ts';
import { STATUS_PING_MS } from '../live/realtime.ts';
import { FIRST_RECONNECT_MS, FIRST_SPREAD_MS } from '../live/reconnect-delay.ts';
import { DEFAULT_QUEUE_COLOR } from '../screen/colors.ts';
import { NOTICE_MS } from '../screen/notify.ts';
import { NEXT_PAGE_WITHIN_PX, OLDER_WITHIN_PX } from '../screen/scroll-distances.ts';
import { DEFAULT_VOLUME, VOLUME_STEP } from '../screen/sound.ts';
import { DEBOUNCE_MS } from '../screen/use-debounced.ts';
import { DEFAULT_LANGUAGE } from './i18n.ts';

it('numbers that are promised to people hold', () => {
  expect({
    noticeMs: NOTICE_MS,
    debounceMs: DEBOUNCE_MS,
    firstReconnectMs: FIRST_RECONNECT_MS,
    firstReconnectSpreadMs: FIRST_SPREAD_MS,
    statusPingMs: STATUS_PING_MS,
    forwardPauseMs: FORWARD_PAUSE_MS,
    expiryWarningDays: EXPIRY_WARNING_DAYS,
    connectionCheckDelayMs: CONNECTION_CHECK_DELAY_MS,
    nextPageWithinPx: NEXT_PAGE_WITHIN_PX,
    olderWithinPx: OLDER_WITHIN_PX,
    popoverListPx: layout.popoverList,
    scheduleShownS: SHOWN_LENGTH_S,
    phoneMaxPx: PHONE_MAX_PX,
    queueColor: DEFAULT_QUEUE_COLOR,
    accent: DEFAULT_ACCENT,
    language: DEFAULT_LANGUAGE,
    volume: DEFAULT_VOLUME,
    volumeStep: VOLUME_STEP,
  }).toEqual({
    noticeMs: 2000,
    debounceMs: 500,
    firstReconnectMs: 1000,
    firstReconnectSpreadMs: 5000,
    statusPingMs: 300_000,
    forwardPauseMs: 900,
    expiryWarningDays: 5,
    connectionCheckDelayMs: 2000,
    nextPageWithinPx: 100,
    olderWithinPx: 50,
    popoverListPx: 300,
    scheduleShownS: 7200,
    phoneMaxPx: 767,
    queueColor: '#7C7C7C',
    accent: '#39ACE7',
    language: 'pt',
    volume: 1,
    volumeStep: 0.1,
  });
});
