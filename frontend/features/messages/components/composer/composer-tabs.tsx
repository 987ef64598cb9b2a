import LockOutlined from '@mui/icons-material/LockOutlined';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useShortcuts } from '../../../../lib/screen/shortcuts.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import type { DraftTab } from '../../../tickets/drafts.ts';
import type { ComposerAction } from '../../composer-state.ts';

interface ComposerTabsProps {
  tab: DraftTab;
  compact: boolean;
  dispatch: (action: ComposerAction) => void;
  /** Focuses the text field. */
  focus: () => void;
}

/** Tabs that switch between reply and note, by click or keyboard shortcut. */
export const ComposerTabs = ({ tab, compact, dispatch, focus }: ComposerTabsProps) => {
  const { t } = useTranslation('messages');
  const write = (chosen: DraftTab) => () => {
    dispatch({ type: 'chooseTab', tab: chosen });
    focus();
  };
  useShortcuts([
    {
      id: 'conversation.reply',
      keys: 'Alt+KeyL',
      label: t('shortcut.reply'),
      run: write('reply'),
      inFields: true,
    },
    {
      id: 'conversation.note',
      keys: 'Alt+KeyP',
      label: t('shortcut.note'),
      run: write('note'),
      inFields: true,
    },
  ]);
  return (
    <Tabs
      value={tab}
      onChange={(_event, value: DraftTab) => dispatch({ type: 'chooseTab', tab: value })}
      aria-label={t('composer.tabs')}
    >
      <Tab value="reply" label={t('composer.reply')} />
      <Tab
        value="note"
        label={t('composer.note')}
        {...(compact ? {} : { icon: <LockOutlined fontSize="small" /> })}
        iconPosition="start"
      />
    </Tabs>
  );
};
