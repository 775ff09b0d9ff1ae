-- Run once, when PostgreSQL makes its data. Each environment has a database of its own.
create database petstore_staging owner petstore;
