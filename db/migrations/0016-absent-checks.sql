alter table payment_checks rename column absent_looks to absent_checks;
