import { NativeSelect, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import type { Conta, ContaAlteracao, Tema } from '@rubrica/contract';
import { OPTIONAL_NOTICES, THEMES } from '@rubrica/contract/enums';
import { useMutation } from '@tanstack/react-query';
import { usePanel } from '../context.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language, useSpeech } from '../texts/area.ts';
import { useBase } from '../texts/base.ts';

interface Props {
  readonly conta: Conta;
  readonly onSaved: (conta: Conta) => void;
}

/** Saves a liking as soon as it is chosen. */
function useLiking({ conta, onSaved }: Props) {
  const t = useAccountTexts();
  const { client } = usePanel();
  const notices = useNotices();
  return useMutation({
    mutationFn: (body: ContaAlteracao) => client.alterarConta({ body }),
    // Shown at once; what the service refuses goes back.
    onMutate: ({ avisos, ...body }) => onSaved({ ...conta, ...body, avisos: { ...conta.avisos, ...avisos } }),
    onSuccess: (after) => {
      onSaved(after);
      notices.done(t.account.saved);
    },
    onError: (error) => {
      onSaved(conta);
      notices.erro(error);
    },
  });
}

/** Which notices come by e-mail. */
export function Notices(props: Props) {
  const t = useAccountTexts();
  const liking = useLiking(props);
  return (
    <Stack>
      <Text size="sm">{t.account.notices.explains}</Text>
      {OPTIONAL_NOTICES.map((one) => (
        <Switch
          key={one}
          label={t.account.notices.kinds[one].label}
          description={t.account.notices.kinds[one].hint}
          checked={props.conta.avisos[one]}
          disabled={liking.isPending}
          onChange={(event) => liking.mutate({ avisos: { [one]: event.currentTarget.checked } })}
        />
      ))}
    </Stack>
  );
}

/** How the panel looks, and which language it speaks: on this device at once, on others with the next login. */
export function Looks(props: Props) {
  const base = useBase();
  const t = useAccountTexts();
  const liking = useLiking(props);
  const { language, speak } = useSpeech();
  return (
    <Stack maw={420}>
      <Text size="sm">{t.account.looks.explains}</Text>
      <div>
        <Text size="sm" fw={500} mb={4} id="theme">
          {t.account.looks.theme}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="theme"
          value={props.conta.tema}
          data={THEMES.map((value) => ({ value, label: t.account.looks.themes[value] }))}
          onChange={(value) => liking.mutate({ tema: value as Tema })}
        />
      </div>
      <NativeSelect
        label={base.language}
        value={language}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={(event) => {
          const idioma = event.currentTarget.value as Language;
          speak(idioma);
        }}
      />
    </Stack>
  );
}
