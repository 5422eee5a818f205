import type { CampoModelo, Modelo, PapelModelo } from '@rubrica/contract';
import { isDrawn } from '@rubrica/contract/field-kinds';
import type { Client } from '@rubrica/sdk';
import { fetchFile } from '../../../kit/pdf/baixar.ts';
import { type Draft, type Field, newParty, type Party } from '../estado/tipos.ts';
import { fieldSpot, type Saved, type Source } from './fonte.ts';
import { fieldBody, sameFields } from './plano.ts';

/** A template as the source of the editor: roles in the place of people, both lists replaced by one request. */

const partyOf = (papel: PapelModelo): Party =>
  newParty(papel.ordem, {
    id: papel.id,
    nome: papel.rotulo,
    funcao: papel.funcao,
    reforco: papel.fatoresExigidos,
  });

const fieldOf = ({ papelId, ...campo }: CampoModelo): Field => ({
  ...campo,
  dono: papelId,
  rotulo: campo.rotulo ?? '',
  valorPadrao: campo.valorPadrao ?? '',
});

const savedOf = (modelo: Modelo): Saved => ({
  draft: { opcoes: null, partes: modelo.papeis.map(partyOf), campos: modelo.campos.map(fieldOf) },
  paginas: modelo.paginas,
  titulo: modelo.nome,
  editable: true,
  envelopeId: null,
  criadoPor: modelo.criadoPor,
});

/** The part of a draft the service takes: a role without a name waits, and its fields with it. */
function takeable({ partes, campos }: Draft): Pick<Draft, 'partes' | 'campos'> {
  const named = partes.filter(({ nome }) => nome.trim() !== '');
  const there = new Set(named.map(({ id }) => id));
  return {
    partes: named.map((party) => ({ ...party, nome: party.nome.trim() })),
    campos: campos
      .filter(({ dono, tipo }) => (dono === null ? !isDrawn(tipo) : there.has(dono)))
      .map((field) => ({ ...field, rotulo: field.rotulo.trim() === '' ? '' : field.rotulo })),
  };
}

const roleBody = ({ id, nome, funcao, ordem, reforco }: Party) => ({
  id,
  rotulo: nome,
  funcao,
  ordem,
  ...(reforco.length > 0 ? { fatoresExigidos: [...reforco] } : {}),
});

const sameRoles = (a: readonly Party[], b: readonly Party[]) =>
  JSON.stringify(a.map(roleBody)) === JSON.stringify(b.map(roleBody));

/** Reads and writes one template. @param basePath of the environment, as `/v1/sandbox` */
export function templateSource(client: Client, basePath: string, modeloId: string): Source {
  const params = { modeloId };
  return {
    kind: 'modelo',
    id: modeloId,
    read: async (signal) => savedOf(await client.obterModelo({ params, ...(signal ? { signal } : {}) })),
    file: (onProgress, signal) =>
      fetchFile(`${basePath}/modelos/${encodeURIComponent(modeloId)}/arquivo`, onProgress, signal, 'same-origin'),
    steps(saved, target) {
      const goal = takeable(target);
      const body = {
        ...(sameRoles(saved.draft.partes, goal.partes) ? {} : { papeis: goal.partes.map(roleBody) }),
        // With one role alone an owner left out would be that role: who owns a field is always said.
        ...(sameFields(saved.draft.campos, goal.campos)
          ? {}
          : {
              campos: goal.campos.map((field) => {
                const { signatarioId, ...rest } = fieldBody(field);
                return { ...rest, id: field.id, papelId: signatarioId ?? null };
              }),
            }),
      };
      if (Object.keys(body).length === 0) return [];
      return [
        {
          key: JSON.stringify(body),
          run: async (signal) => savedOf(await client.alterarModelo({ params, body, signal })),
          spotOf: (campo) => (campo.startsWith('papeis') ? { at: 'partes' } : fieldSpot(goal.campos, campo)),
        },
      ];
    },
    holdsBack(_, target) {
      const goal = takeable(target);
      return goal.partes.length !== target.partes.length || goal.campos.length !== target.campos.length;
    },
  };
}
