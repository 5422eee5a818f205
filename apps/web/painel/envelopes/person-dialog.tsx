import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { Envelope, FatorAutenticacao, FuncaoSignatario, MetodoEntrega } from '@rubrica/contract';
import { ACCEPTED_DELIVERY_METHODS, ACCEPTED_FACTORS, SIGNER_FUNCTIONS } from '@rubrica/contract/enums';
import { useState } from 'react';
import { toggled } from '../../kit/list.ts';
import { KeepBox, useKeeping } from '../contatos/keep.tsx';
import { pickedOf } from '../contatos/person.ts';
import { nameOf } from '../documentos/state.ts';
import { partyOf } from '../editor/saving/documento.ts';
import { InPersonBox } from '../editor/screens/in-person-box.tsx';
import { DATA, Data, Identity, MoreOptions, primaryOf, usePersonInputs } from '../editor/screens/person-data.tsx';
import { needsOf, partyProblems } from '../editor/state/rules.ts';
import { newParty, type Party } from '../editor/state/types.ts';
import { useEditor } from '../editor/texts/area.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { type Form, useForm } from '../parts/form.ts';
import { useNotices } from '../parts/notices.tsx';
import { useRepetition } from '../parts/repetition.ts';
import { useDocumentos } from '../texts/documentos.ts';
import { useEnvelopes } from '../texts/envelopes.ts';
import styles from './person-dialog.module.css';
import { type Person, personKeyOf, personsOf } from './state.ts';
import { Steps } from './steps.tsx';
import type { useEveryone } from './use-everyone.ts';

interface Props {
  readonly envelope: Envelope;
  /** Null makes somebody new. */
  readonly person: Person | null;
  readonly everyone: ReturnType<typeof useEveryone>;
  readonly onClose: () => void;
}

/** What is known of a person, written to every document. */
export function PersonDialog({ envelope, person, everyone, onClose }: Props) {
  const t = useEnvelopes();
  const documents = useDocumentos();
  const notices = useNotices();
  const keyOf = useRepetition();
  const keep = useKeeping();
  const { form, wrong } = useDetails(envelope, person);
  const change = (changed: Partial<Party>) => {
    for (const [name, value] of Object.entries(changed)) form.set(name as keyof Party, value as never);
  };
  const inputs = usePersonInputs({
    party: form.values,
    readOnly: false,
    issue: (name, said) => form.problem(name) ?? (said ? wrong(name, form.values) : null) ?? undefined,
    change,
  });
  const commonOnes = commonOnesOf(envelope);
  const needs = needsOf(form.values, { fatoresExigidos: commonOnes });
  const beside = DATA.filter((one) => one !== primaryOf(form.values));
  const rest = beside.filter((one) => !needs.has(one));
  const hidden = [...rest.map((one) => form.problem(one)), ...meansProblems(form)];
  const name = person && nameOf(person.signatario, documents.signatario.noName);
  const save = async () => {
    const { values } = form;
    if (person) {
      await everyone.alterar(person, values);
      notices.done(t.everyone.saved);
    } else {
      await everyone.include(values, keyOf(values));
      await keep([values]);
      notices.done(t.everyone.completed(values.nome.trim() || values.email || values.telefone));
    }
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={false}
      title={name === null ? t.everyone.form.fresh : t.everyone.alterar(name)}
      onSubmit={(event) => void form.submit(event, save)}
    >
      <Identity party={form.values} inputs={inputs} onPick={(one) => change(pickedOf(one))} autoFocus />
      <Data party={form.values} data={beside.filter((one) => needs.has(one))} inputs={inputs} />
      {!person && form.values.clienteId === null && <KeepBox id={form.values.id} />}
      <MoreOptions wrong={hidden.some((problem) => problem !== null)}>
        <Data party={form.values} data={rest} inputs={inputs} />
        <Means form={form} commonOnes={commonOnes} />
      </MoreOptions>
      <Steps walk={everyone.andamento} />
      <Footer
        refusal={form.fault}
        onClose={onClose}
        acao={person ? t.everyone.form.save : t.everyone.form.include}
        busy={form.busy}
      />
    </Dialog>
  );
}

/** What every document asks of everybody. */
const commonOnesOf = ({ documentos }: Envelope): FatorAutenticacao[] => [
  ...new Set(documentos.flatMap(({ fatoresExigidos }) => fatoresExigidos)),
];

/** What the service says of the means, which stand behind the options. */
const meansProblems = (form: Form<Party>) => [
  form.problem('metodoEntrega'),
  form.problem('reinforcement', 'fatoresExigidos'),
];

/** The form, checked by the rules the editor has, against everything any of the documents asks; and what is wrong by them. */
function useDetails(envelope: Envelope, person: Person | null) {
  const t = useEnvelopes();
  const editor = useEditor();
  const asked = { fatoresExigidos: commonOnesOf(envelope) };
  const people = personsOf(envelope.documentos);
  const [first] = useState(() =>
    person ? partyOf(person.signatario, 0, asked) : newParty(people.length + 1, { nome: '' }),
  );
  const others = people.filter(({ chave }) => chave !== person?.chave);
  const wrong = (name: keyof Party, values: Party): string | null => {
    const found = partyProblems(values, 0, asked).find(
      ({ spot, blocks }) => blocks && spot.at === 'part' && spot.name === name,
    );
    if (found) return editor.issue(found.fault, name);
    if (name !== primaryOf(values)) return null;
    const { email, telefone } = values;
    if (email === '' && telefone === '') return t.everyone.form.noContact;
    const key = personKeyOf({ id: '', email: email || null, telefone: telefone || null });
    return others.some(({ chave }) => chave === key) ? t.everyone.form.repeated : null;
  };
  const checks = Object.fromEntries(
    (['nome', ...DATA] as const).map((name) => [name, (_value: string, values: Party) => wrong(name, values)]),
  );
  return { form: useForm<Party>(first, checks), wrong };
}

/** What the person does, how the invitation reaches them, and how they prove who they are. */
function Means({
  form,
  commonOnes,
}: {
  readonly form: Form<Party>;
  readonly commonOnes: readonly FatorAutenticacao[];
}) {
  const t = useEditor();
  const { values, set } = form;
  return (
    <>
      <div className={styles.pair}>
        <NativeSelect
          label={t.persons.funcao}
          value={values.funcao}
          data={SIGNER_FUNCTIONS.map((value) => ({ value, label: t.functions[value] }))}
          onChange={(event) => set('funcao', event.currentTarget.value as FuncaoSignatario)}
        />
        <NativeSelect
          label={t.persons.entrega}
          value={values.metodoEntrega}
          data={ACCEPTED_DELIVERY_METHODS.map((value) => ({ value, label: t.entregas[value] }))}
          onChange={(event) => set('metodoEntrega', event.currentTarget.value as MetodoEntrega)}
          error={form.problem('metodoEntrega')}
        />
      </div>
      <InPersonBox party={values} onChange={(presencial) => set('presencial', presencial)} />
      <Checkbox.Group
        label={t.persons.fatores}
        value={[...new Set([...commonOnes, ...values.reinforcement])]}
        onChange={() => undefined}
        error={form.problem('reinforcement', 'fatoresExigidos')}
      >
        <Stack gap={6} mt={6}>
          {ACCEPTED_FACTORS.map((fator) => {
            const everybody = commonOnes.includes(fator);
            return (
              <Checkbox
                key={fator}
                value={fator}
                label={t.fatores[fator]}
                disabled={everybody}
                onChange={({ currentTarget: { checked } }) =>
                  set('reinforcement', (now) => toggled(now, fator, checked))
                }
                {...(everybody ? { description: t.persons.fromDocument } : {})}
              />
            );
          })}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
