import SearchRounded from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Command, commandStore } from '../lib/commands.ts';
import { layout, radius } from '../theme/tokens.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const close = () => commandStore.setState({ open: false });

const matches = (command: Command, text: string): boolean => {
  const haystack = normalizeForSearch(`${command.label} ${command.group} ${command.keywords ?? ''}`);
  return normalizeForSearch(text)
    .split(' ')
    .every((word) => haystack.includes(word));
};

/** Everything that can be done from here, by typing a part of its name. Opens with Ctrl+K. */
export const CommandPalette = () => {
  const open = useStore(commandStore, (state) => state.open);
  const { t } = useTranslation('common');
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={close}
      fullWidth
      aria-labelledby={titleId}
      slotProps={{
        container: { sx: { alignItems: 'flex-start', paddingTop: '12vh' } },
        paper: { sx: { maxWidth: layout.dialog, margin: 4 } },
      }}
    >
      <VisuallyHidden>
        <span id={titleId}>{t('palette.title')}</span>
      </VisuallyHidden>
      {open && <PaletteBody />}
    </Dialog>
  );
};

const PaletteBody = () => {
  const { t } = useTranslation('common');
  const groups = useStore(commandStore, (state) => state.groups);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(
    () => [...groups.values()].flat().filter((command) => matches(command, text)),
    [groups, text],
  );
  const selected = found[Math.min(at, found.length - 1)];

  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((found.length + Math.min(at, found.length - 1) + step) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(selected);
    }
  };

  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          paddingInline: 4,
          height: layout.topBar,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <SearchRounded aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={text}
          placeholder={t('palette.placeholder')}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-expanded': true,
              'aria-controls': listId,
              'aria-label': t('palette.placeholder'),
              ...(selected === undefined ? {} : { 'aria-activedescendant': `${listId}-${selected.id}` }),
            },
          }}
        />
      </Box>
      <Box
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('palette.title')}
        sx={{ padding: 2, maxHeight: '50vh', overflow: 'auto' }}
      >
        {found.length === 0 && (
          <Typography variant="body2" sx={{ padding: 4, color: 'text.secondary', textAlign: 'center' }}>
            {t('nothingFound')}
          </Typography>
        )}
        {found.map((command, index) => (
          <Box
            key={command.id}
            id={`${listId}-${command.id}`}
            data-index={index}
            role="option"
            tabIndex={-1}
            aria-selected={command === selected}
            onClick={() => run(command)}
            onKeyDown={onKeyDown}
            onMouseMove={() => setAt(index)}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 3,
              minHeight: layout.touchTarget,
              paddingInline: 3,
              cursor: 'pointer',
              borderRadius: `${radius.control}px`,
              bgcolor: command === selected ? 'primary.soft' : 'transparent',
            }}
          >
            <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary' }}>
              {command.icon}
            </Box>
            <Typography sx={{ flex: 1 }} noWrap>
              {command.label}
            </Typography>
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {command.group}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
};
