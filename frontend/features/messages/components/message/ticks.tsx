import type { SvgIconComponent } from '@mui/icons-material';
import DoneAllRounded from '@mui/icons-material/DoneAllRounded';
import DoneRounded from '@mui/icons-material/DoneRounded';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded';
import LockOutlined from '@mui/icons-material/LockOutlined';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { isWaitingForLine } from '../../pending-view.ts';
import { type Mark, markOf } from '../../tick-mark.ts';
import css from './message.module.css';

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
/** The delivery state of an own message: a clock, one tick, two ticks, two coloured ticks; also in words. */
export const Ticks = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const mark = markOf(message);
  const Icon = ICONS[mark];
  return (
    <Icon
      titleAccess={isWaitingForLine(message) ? t('waitsForLine') : t(`state.${mark}`)}
      data-testid={`ticks-${mark}`}
      fontSize="small"
      className={css[mark]}
    />
  );
};
