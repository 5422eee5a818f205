import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { MarcaAlteracao, Organizacao } from '@rubrica/contract';
import { MESSAGE_MAX_CHARS, NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useEffect, useState } from 'react';
import { isEmail } from '../../kit/brazil.ts';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { useSpeech } from '../texts/area.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import styles from './brand-form.module.css';
import { LogoField } from './logo-field.tsx';
import { Save, useSave } from './saving.tsx';
import { contrastOf, HEX, OURS } from './tones.ts';

/** The brand as it stands in the form: texts empty where there is none. */
export interface BrandDraft {
  readonly corPrimaria: string;
  readonly logo: string | null;
  readonly nomeRemetente: string;
  readonly emailResposta: string;
  readonly mensagemPadrao: string;
}

const TEXTS = ['corPrimaria', 'nomeRemetente', 'emailResposta', 'mensagemPadrao'] as const;

export const draftOf = ({ marca }: Organizacao): BrandDraft => ({
  corPrimaria: marca.corPrimaria ?? '',
  logo: marca.logo,
  nomeRemetente: marca.nomeRemetente ?? '',
  emailResposta: marca.emailResposta ?? '',
  mensagemPadrao: marca.mensagemPadrao ?? '',
});

/** Only what changed: another tab may have changed the rest. */
function changeOf(before: BrandDraft, now: BrandDraft): MarcaAlteracao {
  const texts = TEXTS.filter((name) => now[name].trim() !== before[name].trim());
  return {
    ...Object.fromEntries(texts.map((name) => [name, now[name].trim() || null])),
    ...(now.logo === before.logo ? {} : { logo: now.logo }),
  };
}

/** @param onDraft called with every change, for the preview @param onAgain the form starts over, saved or discarded */
export function BrandForm(props: {
  readonly organizacao: Organizacao;
  readonly onDraft: (draft: BrandDraft) => void;
  readonly onAgain: (saved: Organizacao | null) => void;
}) {
  const t = useOrganizacao();
  const [before] = useState(() => draftOf(props.organizacao));
  const form = useForm<BrandDraft>(before, {
    corPrimaria: (value) => (value.trim() === '' || HEX.test(value.trim()) ? null : t.marca.invalidColor),
    emailResposta: (value) => (value.trim() === '' || isEmail(value.trim()) ? null : t.emailInvalido),
  });
  const { values } = form;
  const { onDraft } = props;
  useEffect(() => onDraft({ ...values, corPrimaria: values.corPrimaria.trim() }), [values, onDraft]);
  const marca = changeOf(before, values);
  const dirty = Object.keys(marca).length > 0;
  const save = useSave(props.onAgain);
  return (
    <form onSubmit={(event) => void form.submit(event, () => save(dirty ? { marca } : {}))} noValidate>
      <Stack>
        <LogoField
          logo={values.logo}
          onLogo={(logo) => form.set('logo', logo)}
          problem={form.problem('logo', 'marca.logo')}
        />
        <ColorField
          cor={values.corPrimaria}
          onColor={(cor) => form.set('corPrimaria', cor)}
          problem={form.problem('corPrimaria', 'marca.corPrimaria')}
        />
        <TextInput
          label={t.marca.nomeRemetente}
          description={t.marca.senderNameHint}
          maxLength={NAME_MAX_CHARS}
          dir="auto"
          {...form.text('nomeRemetente', { path: 'marca.nomeRemetente' })}
        />
        <TextInput
          label={t.marca.emailResposta}
          description={t.marca.replyMailHint}
          type="email"
          autoComplete="off"
          {...form.text('emailResposta', { path: 'marca.emailResposta' })}
        />
        <Textarea
          label={t.marca.mensagemPadrao}
          description={`${t.marca.defaultMessageHint} ${t.marca.remain(MESSAGE_MAX_CHARS - values.mensagemPadrao.length)}`}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={MESSAGE_MAX_CHARS}
          dir="auto"
          {...form.text('mensagemPadrao', { path: 'marca.mensagemPadrao' })}
        />
        <Save form={form} dirty={dirty} onDiscard={() => props.onAgain(null)} />
      </Stack>
    </form>
  );
}

function ColorField(props: {
  readonly cor: string;
  readonly onColor: (cor: string) => void;
  readonly problem: string | null;
}) {
  const t = useOrganizacao();
  const cor = props.cor.trim();
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={t.marca.cor}
          description={t.marca.colorHint}
          placeholder={OURS.light}
          maxLength={9}
          spellCheck={false}
          value={props.cor}
          onChange={(event) => props.onColor(event.currentTarget.value)}
          error={props.problem}
        />
        <input
          type="color"
          className={styles.color}
          aria-label={t.marca.palette}
          value={HEX.test(cor) ? cor.toLowerCase() : OURS.light}
          onChange={(event) => props.onColor(event.currentTarget.value.toUpperCase())}
        />
      </Group>
      {HEX.test(cor) && <ColorContrast cor={cor} />}
    </Stack>
  );
}

function ColorContrast({ cor }: { readonly cor: string }) {
  const t = useOrganizacao();
  const { language } = useSpeech();
  const number = (value: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(
      Math.floor(value * 10) / 10,
    );
  const found = contrastOf(cor);
  return (
    <section aria-label={t.marca.contrast.titulo} aria-live="polite">
      <Text size="sm">
        <Icon name={found.asIs ? 'tick' : 'alert'} size={16} />{' '}
        {found.asIs
          ? t.marca.contrast.good(number(found.reason))
          : t.marca.contrast.adjusted(number(found.reason), found.lightTone)}{' '}
        <Sample tone={found.lightTone} />
      </Text>
      <Text size="sm">
        {t.marca.contrast.dark(found.darkTone)} <Sample tone={found.darkTone} />
      </Text>
      <Text size="sm">
        <Icon name={found.goodButton ? 'tick' : 'alert'} size={16} />{' '}
        {found.goodButton
          ? t.marca.contrast.goodButton(number(found.buttonReason))
          : t.marca.contrast.badButton(number(found.buttonReason))}
      </Text>
    </section>
  );
}

const Sample = ({ tone }: { readonly tone: string }) => (
  <span className={styles.sample} style={{ background: tone }} aria-hidden="true" />
);
