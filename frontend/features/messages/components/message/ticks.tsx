import type { SvgIconComponent } from '@mui/icons-material';
import DoneAllRounded from '@mui/icons-material/DoneAllRounded';
import DoneRounded from '@mui/icons-material/DoneRounded';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded';
import LockOutlined from '@mui/icons-material/LockOutlined';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useTranslation } from 'react-i18next';
import { icon } from '../../../../theme/tokens.ts';
import { isWaitingForLine } from '../../pending-view.ts';

type Mark = 'private' | 'failed' | 'unknown' | 'waiting' | 'sent' | 'delivered' | 'read' | 'played';

const DELIVERED = 2;
const READ = 3;
const PLAYED = 4;

const markOf = ({ sendState, ack, media }: MessageView): Mark => {
  if (sendState === 'private') return 'private';
  if (sendState === 'failed' || sendState === 'unknown') return sendState;
  if (ack >= PLAYED && media?.voice === true) return 'played';
  if (ack >= READ) return 'read';
  if (ack >= DELIVERED) return 'delivered';
  return sendState === 'sent' || ack > 0 ? 'sent' : 'waiting';
};

const ICONS: Record<Mark, SvgIconComponent> = {
  private: LockOutlined,
  failed: ErrorOutlineRounded,
  unknown: HelpOutlineRounded,
  waiting: ScheduleRounded,
  sent: DoneRounded,
  delivered: DoneAllRounded,
  read: DoneAllRounded,
  played: DoneAllRounded,
};
const COLORS: Partial<Record<Mark, string>> = {
  failed: 'error.text',
  unknown: 'warning.text',
  read: 'info.text',
  played: 'info.text',
};

/** How far an own message has come: a clock, one tick, two, two in colour; said in words too. */
export const Ticks = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const mark = markOf(message);
  const Icon = ICONS[mark];
  return (
    <Icon
      titleAccess={isWaitingForLine(message) ? t('waitsForLine') : t(`state.${mark}`)}
      data-testid={`ticks-${mark}`}
      sx={{ fontSize: icon.small, color: COLORS[mark] ?? 'inherit' }}
    />
  );
};
