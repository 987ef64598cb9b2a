import SearchRounded from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import useAutocomplete from '@mui/material/useAutocomplete';
import { useState } from 'react';
import { useStore } from 'zustand';
import { visuallyHidden } from '../../../components/visually-hidden.tsx';
import { commandStore } from '../../../lib/screen/commands.ts';
import { useBackCloses } from '../../../lib/screen/use-back-closes.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout, radius } from '../../../theme/tokens.ts';
import { type PaletteEntry, SEARCH_MIN, usePaletteEntries } from '../hooks/use-palette-entries.tsx';

const ID = 'palette';
const PLAIN_LIST = { margin: 0, padding: 0, listStyle: 'none' } as const;
const close = () => commandStore.setState({ open: false });

/** Finds contacts, tickets and commands by a part of their name. Opens with Ctrl+K. */
export const CommandPalette = () => {
  const open = useStore(commandStore, (state) => state.open);
  useBackCloses(open, close);
  return (
    <Dialog
      open={open}
      onClose={close}
      fullWidth
      aria-labelledby={`${ID}-label`}
      slotProps={{
        container: { sx: { alignItems: 'flex-start', paddingTop: '12vh' } },
        paper: { sx: { maxWidth: layout.dialog, margin: 4 } },
      }}
    >
      {open && <PaletteBody />}
    </Dialog>
  );
};

const PaletteBody = () => {
  const { t } = useTranslation('palette');
  const [typed, setTyped] = useState('');
  const { entries, busy } = usePaletteEntries(typed);
  const { getRootProps, getInputLabelProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } =
    useAutocomplete({
      id: ID,
      open: true,
      value: null,
      inputValue: typed,
      options: entries,
      // The entries are already filtered.
      filterOptions: (found) => found,
      getOptionLabel: ({ label }) => label,
      getOptionKey: ({ id }) => id,
      isOptionEqualToValue: (a, b) => a.id === b.id,
      groupBy: ({ group }) => group,
      autoHighlight: true,
      onInputChange: (_, text, reason) => reason === 'input' && setTyped(text),
      onClose: (_, reason) => reason === 'escape' && close(),
      onChange: (_, entry) => {
        close();
        entry?.run();
      },
    });
  const said =
    entries.length > 0
      ? t('found', { count: entries.length })
      : busy
        ? t('searching')
        : t('nothing', { letters: SEARCH_MIN });
  return (
    <>
      <Box
        {...getRootProps()}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          paddingInline: 4,
          height: layout.topBar,
          flexShrink: 0,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box component="label" {...getInputLabelProps()} sx={visuallyHidden}>
          {t('title')}
        </Box>
        <SearchRounded aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase autoFocus fullWidth placeholder={t('placeholder')} inputProps={getInputProps()} />
      </Box>
      {/* Keeps the same height with any number of results, so that nothing moves under the pointer. */}
      <Box sx={{ height: `min(50vh, ${layout.paletteList}px)`, display: 'flex', flexDirection: 'column' }}>
        {entries.length > 0 && (
          <Box
            component="ul"
            {...getListboxProps()}
            sx={{ ...PLAIN_LIST, flex: 1, minHeight: 0, overflow: 'auto', padding: 2 }}
          >
            {groupedOptions.map(({ key, group, options, index }) => (
              <Box key={key} component="ul" role="group" aria-label={group} sx={PLAIN_LIST}>
                <Typography
                  aria-hidden
                  variant="caption"
                  component="li"
                  sx={{ margin: 0, paddingInline: 3, paddingBlock: 2, color: 'text.secondary' }}
                >
                  {group}
                </Typography>
                {options.map((entry, at) => (
                  <Entry
                    key={entry.id}
                    entry={entry}
                    option={getOptionProps({ option: entry, index: index + at })}
                  />
                ))}
              </Box>
            ))}
          </Box>
        )}
        <Box role="status" sx={entries.length > 0 ? visuallyHidden : { padding: 6, textAlign: 'center' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {said}
          </Typography>
        </Box>
      </Box>
    </>
  );
};

type OptionProps = ReturnType<ReturnType<typeof useAutocomplete<PaletteEntry>>['getOptionProps']>;

const Entry = ({ entry, option: { key: _key, ...option } }: { entry: PaletteEntry; option: OptionProps }) => (
  <Box
    component="li"
    {...option}
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 3,
      minHeight: layout.touchTarget,
      paddingInline: 3,
      cursor: 'pointer',
      borderRadius: `${radius.control}px`,
      '&.Mui-focused': { bgcolor: 'primary.soft' },
    }}
  >
    <Box
      aria-hidden
      sx={{ display: 'flex', justifyContent: 'center', width: layout.avatar.small, color: 'text.secondary' }}
    >
      {entry.icon}
    </Box>
    <Typography sx={{ flex: 1 }} noWrap>
      {entry.label}
    </Typography>
    {entry.detail !== undefined && (
      <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
        {entry.detail}
      </Typography>
    )}
  </Box>
);
