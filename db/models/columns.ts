import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize';

/** Column kinds shared by the models; each call returns a new object because Sequelize modifies its input. */
export const id = (): ModelAttributeColumnOptions => ({ type: DataTypes.STRING(36), allowNull: false });
export const idOrNull = (): ModelAttributeColumnOptions => ({ type: DataTypes.STRING(36) });
export const key = (): ModelAttributeColumnOptions => ({ type: DataTypes.STRING(36), primaryKey: true });
export const string = (length = 255): ModelAttributeColumnOptions => ({ type: DataTypes.STRING(length) });
export const text = (): ModelAttributeColumnOptions => ({ type: DataTypes.TEXT('medium') });
export const whole = (): ModelAttributeColumnOptions => ({ type: DataTypes.INTEGER.UNSIGNED });
export const time = (): ModelAttributeColumnOptions => ({ type: DataTypes.DATE(3) });

/** TINYINT(1): 0 and 1 in the database, boolean in code. */
export const flag = (): ModelAttributeColumnOptions => ({ type: DataTypes.BOOLEAN });
