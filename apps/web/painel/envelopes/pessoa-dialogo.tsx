import { Checkbox, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Envelope, FatorAutenticacao, FuncaoSignatario, MetodoEntrega } from '@rubrica/contract';
import { FATORES_ACEITOS, FUNCOES_SIGNATARIO, METODOS_ACEITOS } from '@rubrica/contract/enums';
import { SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { digitsOf, maskCpf, phoneOf } from '../../kit/brazil.ts';
import { toggled } from '../../kit/list.ts';
import { nameOf } from '../documentos/estado.ts';
import { partyProblems } from '../editor/estado/regras.ts';
import { newParty, type Party } from '../editor/estado/tipos.ts';
import { partyOf } from '../editor/salvar/documento.ts';
import { useEditor } from '../editor/textos/area.ts';
import { useAvisos } from '../partes/avisos.tsx';
import { type Form, useForm } from '../partes/formulario.ts';
import { useRepeticao } from '../partes/repeticao.ts';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useDocumentos } from '../textos/documentos.ts';
import { useEnvelopes } from '../textos/envelopes.ts';
import { chaveDe, type Pessoa, pessoasDe } from './estado.ts';
import { Passos } from './passos.tsx';
import type { useGente } from './usar-gente.ts';

interface Props {
  readonly envelope: Envelope;
  /** Null makes somebody new. */
  readonly pessoa: Pessoa | null;
  readonly gente: ReturnType<typeof useGente>;
  readonly onClose: () => void;
}

/** What is known of a person, written to every document. */
export function DialogoPessoa({ envelope, pessoa, gente, onClose }: Props) {
  const base = useBase();
  const t = useEnvelopes();
  const documents = useDocumentos();
  const avisos = useAvisos();
  const keyOf = useRepeticao();
  const form = useDados(envelope, pessoa);
  const name = pessoa && nameOf(pessoa.signatario, documents.signatario.semNome);
  const save = async () => {
    const { values } = form;
    if (pessoa) {
      await gente.alterar(pessoa, values);
      avisos.feito(t.gente.salva);
    } else {
      await gente.incluir(values, keyOf(values));
      avisos.feito(t.gente.completado(values.nome.trim() || values.email || values.telefone));
    }
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={name === null ? t.gente.form.novo : t.gente.alterar(name)}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <form onSubmit={(event) => void form.submit(event, save)} noValidate>
        <Stack>
          <Dados form={form} />
          <Meios form={form} comuns={comunsDe(envelope)} />
          <Passos andamento={gente.andamento} />
          <Rodape
            recusa={form.fault}
            onClose={onClose}
            acao={pessoa ? t.gente.form.salvar : t.gente.form.incluir}
            ocupado={form.busy}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** What every document asks of everybody. */
const comunsDe = ({ documentos }: Envelope): FatorAutenticacao[] => [
  ...new Set(documentos.flatMap(({ fatoresExigidos }) => fatoresExigidos)),
];

/** The form, checked by the rules the editor has, against everything any of the documents asks. */
function useDados(envelope: Envelope, pessoa: Pessoa | null): Form<Party> {
  const t = useEnvelopes();
  const editor = useEditor();
  const asked = { fatoresExigidos: comunsDe(envelope) };
  const people = pessoasDe(envelope.documentos);
  const [first] = useState(() =>
    pessoa ? partyOf(pessoa.signatario, 0, asked) : newParty(people.length + 1, { nome: '' }),
  );
  const check = (name: keyof Party) => (_value: string, values: Party) => {
    const found = partyProblems(values, 0, asked).find(
      ({ spot, blocks }) => blocks && spot.at === 'parte' && spot.name === name,
    );
    return found ? editor.problema(found.fault, name) : null;
  };
  const others = people.filter(({ chave }) => chave !== pessoa?.chave);
  const contact = (value: string, values: Party) => {
    const own = check('email')(value, values);
    if (own) return own;
    const { email, telefone } = values;
    if (email === '' && telefone === '') return t.gente.form.semContato;
    const key = chaveDe({ id: '', email: email || null, telefone: telefone || null });
    return others.some(({ chave }) => chave === key) ? t.gente.form.repetida : null;
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
        label={t.pessoas.nome}
        dir="auto"
        autoComplete="off"
        data-autofocus
        maxLength={SIGNER_NAME_MAX_CHARS}
        {...form.text('nome')}
      />
      <TextInput
        label={t.pessoas.email}
        type="email"
        autoComplete="off"
        {...form.text('email', { mask: (typed) => typed.trim() })}
      />
      <TextInput
        label={t.pessoas.telefone}
        type="tel"
        autoComplete="off"
        placeholder={t.pessoas.telefoneExemplo}
        {...form.text('telefone', { mask: phoneOf })}
      />
      <div className="dupla">
        <TextInput
          label={t.pessoas.cpf}
          inputMode="numeric"
          autoComplete="off"
          {...form.text('cpf', { mask: (typed) => digitsOf(typed).slice(0, 11) })}
          value={maskCpf(form.values.cpf)}
        />
        <TextInput label={t.pessoas.nascimento} type="date" {...form.text('dataNascimento')} />
      </div>
    </>
  );
}

/** What the person does, how the invitation reaches them, and how they prove who they are. */
function Meios({ form, comuns }: { readonly form: Form<Party>; readonly comuns: readonly FatorAutenticacao[] }) {
  const t = useEditor();
  const { values, set } = form;
  return (
    <>
      <div className="dupla">
        <NativeSelect
          label={t.pessoas.funcao}
          value={values.funcao}
          data={FUNCOES_SIGNATARIO.map((value) => ({ value, label: t.funcoes[value] }))}
          onChange={(event) => set('funcao', event.currentTarget.value as FuncaoSignatario)}
        />
        <NativeSelect
          label={t.pessoas.entrega}
          value={values.metodoEntrega}
          data={METODOS_ACEITOS.map((value) => ({ value, label: t.entregas[value] }))}
          onChange={(event) => set('metodoEntrega', event.currentTarget.value as MetodoEntrega)}
          error={form.problem('metodoEntrega')}
        />
      </div>
      <Checkbox.Group
        label={t.pessoas.fatores}
        value={[...new Set([...comuns, ...values.reforco])]}
        onChange={() => undefined}
        error={form.problem('reforco', 'fatoresExigidos')}
      >
        <Stack gap={6} mt={6}>
          {FATORES_ACEITOS.map((fator) => {
            const everybody = comuns.includes(fator);
            return (
              <Checkbox
                key={fator}
                value={fator}
                label={t.fatores[fator]}
                disabled={everybody}
                onChange={({ currentTarget: { checked } }) => set('reforco', (now) => toggled(now, fator, checked))}
                {...(everybody ? { description: t.pessoas.doDocumento } : {})}
              />
            );
          })}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
