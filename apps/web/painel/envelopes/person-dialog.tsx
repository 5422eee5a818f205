import { Checkbox, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Envelope, FatorAutenticacao, FuncaoSignatario, MetodoEntrega } from '@rubrica/contract';
import { FATORES_ACEITOS, FUNCOES_SIGNATARIO, METODOS_ACEITOS } from '@rubrica/contract/enums';
import { SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { digitsOf, maskCpf, phoneOf } from '../../kit/brazil.ts';
import { toggled } from '../../kit/list.ts';
import { nameOf } from '../documentos/state.ts';
import { partyOf } from '../editor/saving/documento.ts';
import { partyProblems } from '../editor/state/rules.ts';
import { newParty, type Party } from '../editor/state/types.ts';
import { useEditor } from '../editor/texts/area.ts';
import { Footer } from '../parts/footer.tsx';
import { type Form, useForm } from '../parts/form.ts';
import { useNotices } from '../parts/notices.tsx';
import { useRepetition } from '../parts/repetition.ts';
import { useBase } from '../texts/base.ts';
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
  const base = useBase();
  const t = useEnvelopes();
  const documents = useDocumentos();
  const notices = useNotices();
  const keyOf = useRepetition();
  const form = useDados(envelope, person);
  const name = person && nameOf(person.signatario, documents.signatario.noName);
  const save = async () => {
    const { values } = form;
    if (person) {
      await everyone.alterar(person, values);
      notices.done(t.everyone.saved);
    } else {
      await everyone.include(values, keyOf(values));
      notices.done(t.everyone.completed(values.nome.trim() || values.email || values.telefone));
    }
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={name === null ? t.everyone.form.fresh : t.everyone.alterar(name)}
      closeButtonProps={{ 'aria-label': base.actions.close }}
    >
      <form onSubmit={(event) => void form.submit(event, save)} noValidate>
        <Stack>
          <Dados form={form} />
          <Means form={form} commonOnes={commonOnesOf(envelope)} />
          <Steps andamento={everyone.andamento} />
          <Footer
            recusa={form.fault}
            onClose={onClose}
            acao={person ? t.everyone.form.save : t.everyone.form.include}
            busy={form.busy}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** What every document asks of everybody. */
const commonOnesOf = ({ documentos }: Envelope): FatorAutenticacao[] => [
  ...new Set(documentos.flatMap(({ fatoresExigidos }) => fatoresExigidos)),
];

/** The form, checked by the rules the editor has, against everything any of the documents asks. */
function useDados(envelope: Envelope, person: Person | null): Form<Party> {
  const t = useEnvelopes();
  const editor = useEditor();
  const asked = { fatoresExigidos: commonOnesOf(envelope) };
  const people = personsOf(envelope.documentos);
  const [first] = useState(() =>
    person ? partyOf(person.signatario, 0, asked) : newParty(people.length + 1, { nome: '' }),
  );
  const check = (name: keyof Party) => (_value: string, values: Party) => {
    const found = partyProblems(values, 0, asked).find(
      ({ spot, blocks }) => blocks && spot.at === 'part' && spot.name === name,
    );
    return found ? editor.issue(found.fault, name) : null;
  };
  const others = people.filter(({ chave }) => chave !== person?.chave);
  const contact = (value: string, values: Party) => {
    const own = check('email')(value, values);
    if (own) return own;
    const { email, telefone } = values;
    if (email === '' && telefone === '') return t.everyone.form.noContact;
    const key = personKeyOf({ id: '', email: email || null, telefone: telefone || null });
    return others.some(({ chave }) => chave === key) ? t.everyone.form.repeated : null;
  };
  return useForm<Party>(first, {
    nome: check('nome'),
    email: contact,
    telefone: check('telefone'),
    cpf: check('cpf'),
    dataNascimento: check('dataNascimento'),
  });
}

function Dados({ form }: { readonly form: Form<Party> }) {
  const t = useEditor();
  return (
    <>
      <TextInput
        label={t.persons.nome}
        dir="auto"
        autoComplete="off"
        data-autofocus
        maxLength={SIGNER_NAME_MAX_CHARS}
        {...form.text('nome')}
      />
      <TextInput
        label={t.persons.email}
        type="email"
        autoComplete="off"
        {...form.text('email', { mask: (typed) => typed.trim() })}
      />
      <TextInput
        label={t.persons.telefone}
        type="tel"
        autoComplete="off"
        placeholder={t.persons.examplePhone}
        {...form.text('telefone', { mask: phoneOf })}
      />
      <div className={styles.pair}>
        <TextInput
          label={t.persons.cpf}
          inputMode="numeric"
          autoComplete="off"
          {...form.text('cpf', { mask: (typed) => digitsOf(typed).slice(0, 11) })}
          value={maskCpf(form.values.cpf)}
        />
        <TextInput label={t.persons.nascimento} type="date" {...form.text('dataNascimento')} />
      </div>
    </>
  );
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
          data={FUNCOES_SIGNATARIO.map((value) => ({ value, label: t.functions[value] }))}
          onChange={(event) => set('funcao', event.currentTarget.value as FuncaoSignatario)}
        />
        <NativeSelect
          label={t.persons.entrega}
          value={values.metodoEntrega}
          data={METODOS_ACEITOS.map((value) => ({ value, label: t.entregas[value] }))}
          onChange={(event) => set('metodoEntrega', event.currentTarget.value as MetodoEntrega)}
          error={form.problem('metodoEntrega')}
        />
      </div>
      <Checkbox.Group
        label={t.persons.fatores}
        value={[...new Set([...commonOnes, ...values.reinforcement])]}
        onChange={() => undefined}
        error={form.problem('reinforcement', 'fatoresExigidos')}
      >
        <Stack gap={6} mt={6}>
          {FATORES_ACEITOS.map((fator) => {
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
                {...(everybody ? { description: t.persons.doDocumento } : {})}
              />
            );
          })}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
