-- Why an attempt failed was kept as a Portuguese sentence only, which a page in another language would have to take apart
-- again. Now the rule it was made by and what stands in its places are kept beside it. Attempts of before, and those a
-- process of before still writes, have neither: their sentence is shown as it is. The delivery itself keeps the sentence
-- of its last attempt and tells the rule from that attempt, so that the two never speak of different ones.
alter table tentativa_entrega
  add column regra text,
  add column valores jsonb;
