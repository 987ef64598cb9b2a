import AddRounded from '@mui/icons-material/AddRounded';
import Fab from '@mui/material/Fab';
import type { FlowNodeType } from '@prosa/shared/entities/flow.ts';
import { useEffect, useState } from 'react';
import { ActionMenu } from '../../../components/action-menu.tsx';
import { NOTICE_CLEARANCE } from '../../../lib/screen/notify.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { useAssistants } from '../../directory/hooks/use-assistants.ts';
import { useIntegrations } from '../../directory/hooks/use-integrations.ts';
import { OFFERED } from '../new-nodes.ts';
import { STEP_KINDS } from '../nodes/step-kinds.ts';

/** Height of the button with the space around it, which notices on phones leave free. */
const BUTTON_SPACE_PX = 72;

interface AddStepProps {
  /** Whether the flow has its start, of which there is one. */
  hasStart: boolean;
  isFull: boolean;
  onAdd: (type: FlowNodeType) => void;
}

/** The button that offers the types of nodes to add. */
export const AddStep = ({ hasStart, isFull, onAdd }: AddStepProps) => {
  const { t } = useTranslation('flows');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isPhone = useIsPhone();
  const integrations = useIntegrations();
  const assistants = useAssistants();
  const isOffered = (type: FlowNodeType): boolean =>
    (type !== 'start' || !hasStart) &&
    (type !== 'typebot' || integrations.isInPlan) &&
    (type !== 'openai' || assistants.isInPlan);
  useEffect(() => {
    if (!isPhone) return;
    const root = document.documentElement.style;
    root.setProperty(NOTICE_CLEARANCE, `${layout.bottomNav + BUTTON_SPACE_PX}px`);
    return () => {
      root.removeProperty(NOTICE_CLEARANCE);
    };
  }, [isPhone]);
  return (
    <>
      <Fab
        variant="extended"
        color="primary"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={isFull}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ boxShadow: 'none', gap: 1, textTransform: 'none' }}
      >
        <AddRounded />
        {t('add.step')}
      </Fab>
      <ActionMenu
        title={t('add.step')}
        at={anchor}
        onClose={() => setAnchor(null)}
        actions={OFFERED.filter(isOffered).map((type) => {
          const { Icon } = STEP_KINDS[type];
          return { id: type, label: t(`type.${type}`), icon: <Icon />, run: () => onAdd(type) };
        })}
      />
    </>
  );
};
