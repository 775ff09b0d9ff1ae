-- PostgreSQL runs this once, when it initializes its data. Each environment has its own database.
create database petstore_staging owner petstore;
